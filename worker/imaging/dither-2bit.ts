import { endOfInked, fillRow, firstInked } from './blank-rows.ts';

/**
 * The kernel for four grey levels, any width. The level is counted by sign bits instead of divided out, which keeps
 * the serial chain short: `level` is minus the number of the thresholds 42, 127 and 212 that the value exceeds.
 */
export function ditherFourLevels(codes: Uint8Array, width: number, height: number, out: Uint8Array): void {
  const sums = new Int32Array(width + 2);
  const stride = (width + 3) >> 2;
  for (let y = 0; y < height; y++) {
    const start = y * width;
    const first = firstInked(codes, start, sums, width);
    const end = first === width ? 0 : endOfInked(codes, start, sums, width);
    if (end - first < width) fillRow(out, y * stride, width, 2);
    if (first === width) continue;
    if ((y & 1) === 0) walkRight(codes, start, sums, width, out, y * stride, first, end);
    else walkLeft(codes, start, sums, width, out, y * stride, first, end);
  }
}

/** From the byte that has the pixel `first`, at least to `end`, and on until no error is left. */
function walkRight(
  codes: Uint8Array,
  start: number,
  sums: Int32Array,
  width: number,
  out: Uint8Array,
  o: number,
  first: number,
  end: number,
): void {
  let ahead = 8;
  let last = 0;
  let kept = 0;
  let x = first & ~3;
  while (x < end || (x < width && (last | kept) !== 0)) {
    let byte = 0;
    const byteEnd = Math.min(x + 4, width);
    const padding = 8 - 2 * (byteEnd - x);
    const at = o + (x >> 2);
    for (; x < byteEnd; x++) {
      const v = ((codes[start + x]! << 4) + sums[x + 1]! + ahead) >> 4;
      const level = ((42 - v) >> 31) + ((127 - v) >> 31) + ((212 - v) >> 31);
      ahead = 7 * v + 8 + 595 * level;
      const error = v + 85 * level;
      sums[x] = kept + 3 * error;
      kept = last + 5 * error;
      last = error;
      byte = (byte << 2) - level;
    }
    out[at] = byte << padding;
  }
  sums[x] = kept;
}

/** From the byte that has the pixel before `end`, at least to `first`, and on until no error is left. */
function walkLeft(
  codes: Uint8Array,
  start: number,
  sums: Int32Array,
  width: number,
  out: Uint8Array,
  o: number,
  first: number,
  end: number,
): void {
  let ahead = 8;
  let last = 0;
  let kept = 0;
  let x = Math.min(width, (end + 3) & ~3) - 1;
  while (x >= first || (x >= 0 && (last | kept) !== 0)) {
    let byte = 0;
    const at = o + (x >> 2);
    for (const byteEnd = x & ~3; x >= byteEnd; x--) {
      const v = ((codes[start + x]! << 4) + sums[x + 1]! + ahead) >> 4;
      const level = ((42 - v) >> 31) + ((127 - v) >> 31) + ((212 - v) >> 31);
      ahead = 7 * v + 8 + 595 * level;
      const error = v + 85 * level;
      sums[x + 2] = kept + 3 * error;
      kept = last + 5 * error;
      last = error;
      byte = (byte >> 2) | (-level << 6);
    }
    out[at] = byte;
  }
  sums[x + 2] = kept;
}
