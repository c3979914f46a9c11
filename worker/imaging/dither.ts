import { BLACK_AND_WHITE } from './dither-1bit.ts';
import { FOUR_LEVELS } from './dither-2bit.ts';
import { SIXTEEN_LEVELS } from './dither-4bit.ts';
import { ditherAnyWidth } from './dither-any-width.ts';
import { ditherRows } from './dither-rows.ts';
import { BLOCK } from './pixel-blocks.ts';

/**
 * Floyd-Steinberg error diffusion (Floyd and Steinberg 1976), serpentine, in integers, packed as it goes.
 *
 * The arithmetic, of which test/support/reference-dither.ts is the simple form: a pixel's value is its code plus the
 * weighted errors of its neighbours in sixteenths, rounded half up, `v = floor((16 * code + sum + 8) / 16)`; the
 * level is the nearest one (ties cannot happen: the steps 255, 85 and 17 are odd); the error `v - level` goes 7
 * ahead, 3 behind-below, 5 below and 1 ahead-below. Even rows run left to right, odd rows right to left; errors
 * outside the picture are lost.
 *
 * The kernels differ in speed only. Each has one rolling row of sums: those for the row below replace those of this row one
 * pixel behind the position that is read. The sum of a pixel below is complete once the pixel ahead of it is done: 1 part of
 * the error before the last, 5 of the last, 3 of the newest.
 *
 * Frames are laid out as docs/panel-protocol.md says: no header, rows top to bottom, the leftmost pixel in the
 * highest bits, 0 black, each row padded with zero bits to a whole byte.
 */
export type BitsPerPixel = 1 | 2 | 4;

const KERNELS = { 1: BLACK_AND_WHITE, 2: FOUR_LEVELS, 4: SIXTEEN_LEVELS };

/** Bytes of one packed row. */
export function rowBytes(width: number, bits: BitsPerPixel): number {
  return (width * bits + 7) >> 3;
}

/** Dithers a plane of codes (0 black to 255 white, one per pixel) to `2 ** bits` evenly spaced grey levels. */
export function ditherPacked(
  codes: Uint8Array,
  width: number,
  height: number,
  bits: BitsPerPixel,
): Uint8Array<ArrayBuffer> {
  if (codes.length !== width * height) throw new RangeError('the plane is not width * height');
  const out = new Uint8Array(rowBytes(width, bits) * height);
  if (width % BLOCK === 0) ditherRows(KERNELS[bits], codes, width, height, out);
  else ditherAnyWidth(codes, width, height, bits, out);
  return out;
}
