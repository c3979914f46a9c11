import sharp from 'sharp';
import { decodeImage, MAX_IMAGE_PIXELS } from '../imaging/decode.ts';
import { InvalidImageError, undecodableError } from '../imaging/errors.ts';
import { sniffImageType } from '../imaging/sniff.ts';
import { stripPng } from '../imaging/strip-png.ts';
import { UnreadableError } from '../sandbox/errors.ts';
import type { Picture } from '../sandbox/task-result.ts';
import { dominantTones } from './dominant-tones.ts';

export interface ImageReading {
  /** Upright size of the original, in pixels. */
  width: number;
  height: number;
  tones: string[];
  picture: Picture;
  /** The picture is too small for OCR. */
  reduced: boolean;
}

/** Longest side for OCR, and the side up to which pictures are doubled, because Tesseract needs letters of 20 pixels. */
const MAX_READING_SIDE = 1800;
const SMALL_SIDE = 900;
/**
 * Longest side of a picture that is analysed without OCR. A JPEG at least three times as large is decoded at half its size or
 * less, in half the time; photographs of telephones, with 4,000 pixels, are that large.
 */
const ANALYSIS_SIDE = 1330;
/** Longest side at which a picture is decoded to check that it is complete. */
const CHECK_SIDE = 300;
/** Limit of the pixels from which tones are counted. */
const MAX_SAMPLES = 20_000;

/**
 * Reads size, tones and pixels of a PNG, JPEG, GIF or WebP: for OCR (`read`), or for an analysis only (`look`), which is less
 * work for large JPEGs.
 * @throws {UnreadableError}
 */
export function readImage(
  bytes: Uint8Array,
  contentType: string,
  detail: 'look' | 'read' = 'read',
): Promise<ImageReading> {
  return unreadableUnlessDecoded(async () => {
    const { width, height } = await uprightSize(bytes);
    const longest = Math.max(width, height);
    const reduced = detail === 'look' && contentType === 'image/jpeg' && longest > ANALYSIS_SIDE;
    const readable = longest <= SMALL_SIDE ? 2 * longest : Math.min(longest, MAX_READING_SIDE);
    const side = reduced ? ANALYSIS_SIDE : readable;
    const options = { width: side, height: side, fit: 'inside', alpha: false } as const;
    const picture = await decodeImage(bytes, contentType, options);
    return { width, height, tones: tonesOf(picture), picture, reduced };
  });
}

/**
 * The upright size of a PNG, JPEG, GIF or WebP that decodes as a whole.
 * @throws {UnreadableError}
 */
export function checkImage(
  bytes: Uint8Array,
  contentType: string,
): Promise<{ width: number; height: number }> {
  return unreadableUnlessDecoded(async () => {
    const size = await uprightSize(bytes);
    const side = CHECK_SIDE;
    await decodeImage(bytes, contentType, { width: side, height: side, fit: 'inside', alpha: false });
    return size;
  });
}

async function unreadableUnlessDecoded<Value>(decode: () => Promise<Value>): Promise<Value> {
  try {
    return await decode();
  } catch (cause) {
    if (cause instanceof InvalidImageError) throw new UnreadableError(cause.message, { cause });
    throw cause;
  }
}

/** Tones of a picture, from pixels spread evenly over it. */
export function tonesOf({ data, width, height }: Picture): string[] {
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / MAX_SAMPLES)));
  const columns = Math.ceil(width / step);
  const sample = new Uint8Array(3 * columns * Math.ceil(height / step));
  let to = 0;
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step, to += 3) {
      const from = 3 * (y * width + x);
      sample.set(data.subarray(from, from + 3), to);
    }
  }
  return dominantTones(sample);
}

async function uprightSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const type = sniffImageType(bytes);
  if (type === null) throw new InvalidImageError('the bytes are not a PNG, JPEG, GIF or WebP image');
  const safe = type === 'image/png' ? stripPng(bytes) : bytes;
  try {
    const { autoOrient } = await sharp(safe, { limitInputPixels: MAX_IMAGE_PIXELS }).metadata();
    return autoOrient;
  } catch (error) {
    throw undecodableError(error);
  }
}
