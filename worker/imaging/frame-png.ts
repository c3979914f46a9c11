import { crc32, deflateSync } from 'node:zlib';
import { type BitsPerPixel, rowBytes } from './dither.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * A packed frame as a PNG of the same depth (PNG 3rd edition): greyscale, not interlaced, rows not filtered, since what
 * few values leave to be found is in their runs. The rows of a frame are packed as those of a PNG are, so they are taken
 * as they are: at most 48 KB for one bit a pixel at 800x480.
 */
export function framePng(frame: Uint8Array, width: number, height: number, bits: BitsPerPixel): Uint8Array {
  const stride = rowBytes(width, bits);
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(frame.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
