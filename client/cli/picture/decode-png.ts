import { inflateSync } from 'node:zlib';
import { failure } from '../exit-codes.ts';
import { unfilter } from './unfilter-png.ts';

/** A picture as red, green and blue of each pixel, row by row. */
export interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

const SIGNATURE = '89504e470d0a1a0a';
const MAX_PIXELS = 16_000_000;
/** Channels of each colour type (PNG 3rd edition, table 9). */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Decodes a PNG of at most 8 bits a sample that is not interlaced, which is what a box makes. Alpha is left out. */
export function decodePng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.subarray(0, 8).toString('hex') !== SIGNATURE || file.length < 33) throw unreadable('is not a PNG');
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [depth = 0, colourType = -1, , , interlace] = file.subarray(24, 29);
  const channels = CHANNELS[colourType];
  const isPacked = [1, 2, 4].includes(depth) && (colourType === 0 || colourType === 3);
  if ((depth !== 8 && !isPacked) || interlace !== 0 || !channels)
    throw unreadable('is a PNG of another kind');
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) throw unreadable('is too large');
  const { data, palette } = readChunks(file);
  const stride = Math.ceil((width * channels * depth) / 8);
  const rows = unfilter(inflate(data, (stride + 1) * height), stride, height, channels);
  const samples = isPacked ? unpack(rows, width, height, depth, palette ? 1 : 255 / (2 ** depth - 1)) : rows;
  const rgb = new Uint8Array(width * height * 3);
  const isGrey = colourType === 0 || colourType === 4;
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      const sample = samples[pixel * channels + (isGrey || palette ? 0 : channel)] ?? 0;
      rgb[pixel * 3 + channel] = palette ? (palette[sample * 3 + channel] ?? 0) : sample;
    }
  }
  return { width, height, rgb };
}

/** Samples of less than 8 bits, the leftmost in the highest bits of a byte, each times `scale`. A row begins with a byte. */
function unpack(rows: Uint8Array, width: number, height: number, depth: number, scale: number): Uint8Array {
  const samples = new Uint8Array(width * height);
  const stride = Math.ceil((width * depth) / 8);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = rows[y * stride + ((x * depth) >> 3)] ?? 0;
      const bits = byte >> (8 - depth - ((x * depth) & 7));
      samples[y * width + x] = (bits & (2 ** depth - 1)) * scale;
    }
  }
  return samples;
}

/** The compressed samples, and the palette if there is one. Checksums of chunks are not verified: deflate has its own. */
function readChunks(file: Buffer): { data: Buffer; palette: Buffer | null } {
  const data: Buffer[] = [];
  let palette: Buffer | null = null;
  const isIndexed = file[25] === 3;
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') data.push(body);
    if (type === 'PLTE' && isIndexed) palette = body;
    if (type === 'IEND') break;
    at += length + 12;
  }
  if (isIndexed && !palette) throw unreadable('has no palette');
  return { data: Buffer.concat(data), palette };
}

function inflate(data: Buffer, length: number): Buffer {
  try {
    const raw = inflateSync(data, { maxOutputLength: length });
    if (raw.length === length) return raw;
  } catch {}
  throw unreadable('is damaged');
}

function unreadable(what: string) {
  return failure('unreadable_picture', `The picture ${what}: it cannot be drawn here.`);
}
