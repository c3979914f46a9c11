import { promisify } from 'node:util';
import { deflate, type ZlibOptions } from 'node:zlib';
import { type BitsPerPixel, rowBytes } from './dither.ts';
import { assemblePng } from './png-file.ts';

const compress = promisify(deflate) as (rows: Uint8Array, options: ZlibOptions) => Promise<Buffer>;

/**
 * A packed frame as a PNG of the same depth (PNG 3rd edition): greyscale, not interlaced. Rows are not filtered, because with
 * few values a filter would break up their runs. The rows of a frame are packed like those of a PNG, so they are copied
 * unchanged: at most 48 KB for one bit per pixel at 800x480. They are compressed in a thread of Node's pool, because
 * this is called in processes that respond to requests meanwhile.
 */
export async function framePng(
  frame: Uint8Array,
  width: number,
  height: number,
  bits: BitsPerPixel,
): Promise<Uint8Array> {
  const stride = rowBytes(width, bits);
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(frame.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return assemblePng({ width, height, bits, color: 'grey' }, await compress(rows, { level: 9 }));
}
