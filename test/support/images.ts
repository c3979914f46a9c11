import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Pictures drawn by the tests: no downloads, and the same pixels on every machine. */

/** A repeatable stream of whole numbers from 0 to 2 ** 32 - 1 (xorshift32, Marsaglia 2003). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

export interface Drawing {
  /** Interleaved RGB. */
  data: Uint8Array;
  width: number;
  height: number;
}

/** A drawing with the tones of a photograph, in integer arithmetic: a sky, a sun, two ridges, and grain. */
export function drawPhotograph(width: number, height: number, seed = 1): Drawing {
  const random = randomNumbers(seed);
  const data = new Uint8ClampedArray(width * height * 3);
  const sunX = width - (width >> 2);
  const sunY = height >> 2;
  const sun = Math.max(1, (height * height) >> 6);
  const ridges = (peaks: number) => Int32Array.from({ length: width }, (_, x) => ridge(x, width, peaks));
  const [far, near] = [ridges(3), ridges(5)];
  for (let y = 0, p = 0; y < height; y++) {
    const sky = Math.trunc((120 * y) / height);
    for (let x = 0; x < width; x++, p += 3) {
      const grain = (random() % 17) - 8;
      if (y > ((3 * height) >> 2) + near[x]!) put(data, p, grain, 30, 25 + (x & 31), 18);
      else if (y > (height >> 1) + far[x]!) put(data, p, grain, 60 + (sky >> 1), 90 + (sky >> 2), 80);
      else if ((x - sunX) ** 2 + (y - sunY) ** 2 < sun) put(data, p, grain, 255, 250, 225);
      else put(data, p, grain, 70 + sky, 120 + sky, 235);
    }
  }
  return { data: new Uint8Array(data.buffer), width, height };
}

/** Writes one pixel. An array for each pixel took half of the time of a drawing. */
function put(data: Uint8ClampedArray, at: number, grain: number, red: number, green: number, blue: number) {
  data[at] = red + grain;
  data[at + 1] = green + grain;
  data[at + 2] = blue + grain;
}

/** A zigzag around zero, an eighth of the width high. */
function ridge(x: number, width: number, peaks: number): number {
  const period = Math.max(2, Math.trunc(width / peaks));
  const at = x % period;
  return Math.trunc((Math.abs(2 * at - period) * width) / (16 * period)) - (width >> 5);
}

/** Red, green, blue and white quarters: top left, top right, bottom left, bottom right. */
export function drawQuarters(width: number, height: number): Drawing {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p += 3) {
      const right = 2 * x >= width;
      const bottom = 2 * y >= height;
      data.set(bottom ? (right ? [255, 255, 255] : [0, 0, 255]) : right ? [0, 255, 0] : [255, 0, 0], p);
    }
  }
  return { data, width, height };
}

/** sharp on a drawing, for the encoder that a test is about. */
export function encode({ data, width, height }: Drawing): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

export async function photographPng(width = 640, height = 400, seed = 1): Promise<Buffer> {
  return encode(drawPhotograph(width, height, seed))
    .png({ compressionLevel: 1 })
    .toBuffer();
}

export async function photographJpeg(width = 640, height = 400, seed = 1): Promise<Buffer> {
  return encode(drawPhotograph(width, height, seed))
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** One PNG chunk with its checksum. */
export function pngChunk(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(type, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])));
  return Buffer.concat([head, body, tail]);
}

/** A PNG with more chunks after its header. */
export function withChunks(png: Uint8Array, chunks: Uint8Array[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** A text chunk of kilobytes that inflates to `megabytes`. */
export function textBomb(megabytes: number): Buffer {
  const inflated = Buffer.alloc(megabytes * 1024 * 1024, 0x61);
  return pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(inflated)]));
}

/** A PNG header that declares any size; grey, 8 bits unless set otherwise. */
export function pngHeader(
  width: number,
  height: number,
  { depth = 8, color = 0, interlace = 0 } = {},
): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.set([depth, color, 0, 0, interlace], 8);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), pngChunk('IHDR', body)]);
}

/** A complete PNG of one colour, which is small at any size. */
export function flatPng(
  width: number,
  height: number,
  options = { depth: 8, color: 0, interlace: 0 },
): Buffer {
  const channels = { 0: 1, 2: 3, 6: 4 }[options.color] ?? 1;
  const bytes = (1 + (width * channels * options.depth) / 8) * height;
  const body = deflateSync(Buffer.alloc(bytes), { level: 9 });
  return Buffer.concat([
    pngHeader(width, height, options),
    pngChunk('IDAT', body),
    pngChunk('IEND', new Uint8Array()),
  ]);
}
