import { BLOCK, isWhitePlane } from './pixel-blocks.ts';

/**
 * White pixels that have received no errors stay white in every format and pass no errors on, so they need not be dithered;
 * most of a page is like that. `sums` has one more entry at either end. Returns the first other pixel of a row, or `width`.
 */
export function firstInked(codes: Uint8Array, start: number, sums: Int32Array, width: number): number {
  let x = 0;
  while (x + BLOCK <= width && isWhitePlane(codes, start + x) && hasNoErrors(sums, x + 1)) x += BLOCK;
  while (x < width && codes[start + x] === 255 && sums[x + 1] === 0) x++;
  return x;
}

/** The end of the last such pixel of a row, or 0. */
export function endOfInked(codes: Uint8Array, start: number, sums: Int32Array, width: number): number {
  let x = width;
  while (x >= BLOCK && isWhitePlane(codes, start + x - BLOCK) && hasNoErrors(sums, x + 1 - BLOCK)) x -= BLOCK;
  while (x > 0 && codes[start + x - 1] === 255 && sums[x] === 0) x--;
  return x;
}

function hasNoErrors(sums: Int32Array, i: number): boolean {
  const left = sums[i]! | sums[i + 1]! | sums[i + 2]! | sums[i + 3]!;
  return (left | sums[i + 4]! | sums[i + 5]! | sums[i + 6]! | sums[i + 7]!) === 0;
}

/** A white row, padded with zero bits. */
export function fillRow(out: Uint8Array, start: number, width: number, bits: number): void {
  const used = width * bits;
  out.fill(255, start, start + (used >> 3));
  if ((used & 7) !== 0) out[start + (used >> 3)] = 0xff00 >> (used & 7);
}
