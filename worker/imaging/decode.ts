import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { oncePerProcess } from '../threads/once-per-process.ts';
import { InvalidImageError, undecodableError } from './errors.ts';
import { type ScaleOptions, scalePicture } from './scale-picture.ts';
import { type ImageType, sniffImageType } from './sniff.ts';
import { stripPng } from './strip-png.ts';
import { checkWholeSize } from './whole-size.ts';

// These settings are process-wide. Between the first two calls no thread can decode.
oncePerProcess(() => {
  // All other formats stay blocked, whatever libvips was built with, such as SVG, PDF, TIFF and HEIF.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  });
  // One thread per picture: the pool has one thread per core.
  sharp.concurrency(1);
  sharp.cache(false);
});

/** Most pixels that an image may declare: about four times those of a photograph from a telephone. */
export const MAX_IMAGE_PIXELS = 50_000_000;
/** Time limit of libvips for one image. */
const DECODE_SECONDS = 8;

/** A path of a file, or its bytes. */
export type Input = string | Uint8Array;

/** Interleaved 8-bit sRGB codes, rows top to bottom; with 4 channels the last is alpha, not premultiplied. */
export interface Raster {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 3 | 4;
}

export interface DecodeOptions extends ScaleOptions {
  /** Keep transparency (4 channels) instead of drawing the picture on white (3 channels). */
  alpha: boolean;
}

/**
 * Decodes untrusted bytes: upright, in sRGB (CMYK, ICC, 16-bit, palette and grey are converted), scaled to the box.
 * @throws {InvalidImageError} when the bytes are truncated, not of the declared type, or exceed the limits
 */
export async function decodeImage(input: Input, declared: string, options: DecodeOptions): Promise<Raster> {
  if (typeof input !== 'string') return decodeBytes(input, declared, options);
  const bytes = await readFile(input);
  try {
    return await decodeBytes(bytes, declared, options);
  } finally {
    freeBytes(bytes);
  }
}

/** Frees memory at once. Otherwise megabytes of every picture would accumulate between two garbage collections. */
export function freeBytes(bytes: Uint8Array): void {
  if (bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength)
    bytes.buffer.transfer(0);
}

async function decodeBytes(bytes: Uint8Array, declared: string, options: DecodeOptions): Promise<Raster> {
  const type = sniffImageType(bytes);
  if (type === null) throw new InvalidImageError('the bytes are not a PNG, JPEG, GIF or WebP image');
  if (type !== declared) throw new InvalidImageError(`the bytes are ${type}, declared was ${declared}`);
  return decodeTyped(bytes, type, options);
}

async function decodeTyped(bytes: Uint8Array, type: ImageType, options: DecodeOptions): Promise<Raster> {
  checkWholeSize(bytes, type);
  const safe = type === 'image/png' ? stripPng(bytes) : bytes;
  const { alpha } = options;
  const reading = { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true } as const;
  const input = sharp(safe, reading).timeout({ seconds: DECODE_SECONDS }).autoOrient();
  try {
    const upright = (await scalePicture(input, options)).toColourspace('srgb');
    const pipeline = alpha ? upright.ensureAlpha() : upright.flatten({ background: '#fff' });
    // Not `toUint8Array`: sharp 0.35.5 never frees its result, about a megabyte per picture.
    const { data, info } = await pipeline.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: alpha ? 4 : 3 };
  } catch (error) {
    throw undecodableError(error);
  }
}
