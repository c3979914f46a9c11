import { InvalidImageError } from './errors.ts';
import type { ImageType } from './sniff.ts';

/**
 * Limit of files that must be decoded as a whole. Most are decoded row by row and need little memory. Interlaced PNGs, progressive
 * JPEGs and turned PNGs are not, and a few kilobytes of them could need half a gigabyte. An interlaced RGB picture and a
 * progressive photograph (4:2:0) of 50 megapixels are within the limit.
 */
const MAX_WHOLE_BYTES = 200_000_000;

/** Samples per pixel by PNG colour type (PNG 3rd edition, table 9). */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Throws InvalidImageError when decoding would need too much memory at once. */
export function checkWholeSize(bytes: Uint8Array, type: ImageType): void {
  const whole = type === 'image/png' ? wholePng(bytes) : type === 'image/jpeg' ? wholeJpeg(bytes) : 0;
  if (whole > MAX_WHOLE_BYTES) throw new InvalidImageError('the image would take too much memory to decode');
}

function wholePng(bytes: Uint8Array): number {
  if (bytes.length < 33) throw new InvalidImageError('the PNG is truncated');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bits = (SAMPLES[bytes[25]!] ?? 4) * Math.max(8, bytes[24]!);
  const whole = (view.getUint32(16) * view.getUint32(20) * bits) / 8;
  if (whole <= MAX_WHOLE_BYTES || bytes[28] === 1) return whole;
  const turned = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('eXIf', 33, 'latin1');
  return turned ? whole : 0;
}

/** The decoder of a progressive JPEG stores two bytes per coefficient of every component (ITU-T T.81, B.2.2). */
function wholeJpeg(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 10 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return marker === 0xc2 ? coefficients(bytes.subarray(at + 4)) : 0;
    at += 2 + view.getUint16(at + 2);
  }
  return 0;
}

/** `frame`: precision, height, width, number of components, and three bytes per component. */
function coefficients(frame: Uint8Array): number {
  const pixels = ((frame[1]! << 8) | frame[2]!) * ((frame[3]! << 8) | frame[4]!);
  let largest = 1;
  let total = 0;
  for (let component = 0; component < frame[5]!; component++) {
    const sampling = frame[7 + 3 * component] ?? 0x11;
    const blocks = (sampling >> 4) * (sampling & 15);
    largest = Math.max(largest, blocks);
    total += blocks;
  }
  return (2 * pixels * total) / largest;
}
