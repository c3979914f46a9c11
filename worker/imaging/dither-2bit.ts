import { ditherRows, type RowKernel } from './dither-rows.ts';

/**
 * The kernel for four grey levels, any width. The level is counted by sign bits instead of divided out, which keeps
 * the serial chain short: `level` is minus the number of the thresholds 42, 127 and 212 that the value exceeds.
 */
export function ditherFourLevels(codes: Uint8Array, width: number, height: number, out: Uint8Array): void {
  ditherRows({ codes, width, height, out }, 2, walkRight, walkLeft);
}

const walkRight: RowKernel = (codes, start, sums, width, out, o, first, end) => {
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
};

const walkLeft: RowKernel = (codes, start, sums, width, out, o, first, end) => {
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
};
