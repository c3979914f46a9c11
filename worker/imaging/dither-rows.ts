import { endOfInked, fillRow, firstInked } from './blank-rows.ts';

/**
 * Dithers one row into `out` from its byte `o` on. It covers the pixels from `first` to `end` in whole bytes, and continues
 * until no error is left. `sums` has the errors of the row above and receives those for the row below.
 */
export type RowKernel = (
  codes: Uint8Array,
  start: number,
  sums: Int32Array,
  width: number,
  out: Uint8Array,
  o: number,
  first: number,
  end: number,
) => void;

/** Dithers all rows of a plane, alternately to the right and to the left. Blank rows are filled with white. */
export function ditherRows(
  { codes, width, height, out }: { codes: Uint8Array; width: number; height: number; out: Uint8Array },
  bits: number,
  walkRight: RowKernel,
  walkLeft: RowKernel,
): void {
  const sums = new Int32Array(width + 2);
  const stride = (width * bits + 7) >> 3;
  for (let y = 0; y < height; y++) {
    const start = y * width;
    const first = firstInked(codes, start, sums, width);
    const end = first === width ? 0 : endOfInked(codes, start, sums, width);
    if (end - first < width) fillRow(out, y * stride, width, bits);
    if (first === width) continue;
    if ((y & 1) === 0) walkRight(codes, start, sums, width, out, y * stride, first, end);
    else walkLeft(codes, start, sums, width, out, y * stride, first, end);
  }
}
