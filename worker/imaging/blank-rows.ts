import { BLOCK, isWhitePlane } from './pixel-blocks.ts';

/**
 * Whether a row is white and has received no errors: it stays white and passes no errors on, so it need not be dithered.
 * Most rows of a page are such. `sums` has one more entry at either end.
 */
export function isBlankRow(line: Uint8Array, sums: Int32Array): boolean {
  let x = 0;
  while (x + BLOCK <= line.length && isWhitePlane(line, x) && hasNoErrors(sums, x + 1)) x += BLOCK;
  while (x < line.length && line[x] === 255 && sums[x + 1] === 0) x++;
  return x === line.length;
}

function hasNoErrors(sums: Int32Array, i: number): boolean {
  const left = sums[i]! | sums[i + 1]! | sums[i + 2]! | sums[i + 3]!;
  return (left | sums[i + 4]! | sums[i + 5]! | sums[i + 6]! | sums[i + 7]!) === 0;
}

/** Makes a row of raw1 white: `width` bits, padded with zero bits. */
export function fillRow(row: Uint8Array, width: number): void {
  row.fill(255);
  if ((width & 7) !== 0) row[width >> 3] = 0xff00 >> (width & 7);
}
