/**
 * Whether a row is white and has received no errors: then it comes out white in every format and hands nothing on,
 * so it need not be dithered. Most rows of a page are like that. `sums` has one place more at either end.
 */
export function isBlank(codes: Uint8Array, start: number, sums: Int32Array, width: number): boolean {
  for (let x = 0; x < width; x++) if (codes[start + x] !== 255 || sums[x + 1] !== 0) return false;
  return true;
}

/** A white row, padded with zero bits. */
export function fillRow(out: Uint8Array, start: number, width: number, bits: number): void {
  const used = width * bits;
  out.fill(255, start, start + (used >> 3));
  if ((used & 7) !== 0) out[start + (used >> 3)] = 0xff00 >> (used & 7);
}
