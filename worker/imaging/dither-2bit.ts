import { fillRow, isBlank } from './blank-rows.ts';

/**
 * The kernel for four grey levels, any width. The level is counted by sign bits instead of divided out, which keeps
 * the serial chain short: `level` is minus the number of the thresholds 42, 127 and 212 that the value exceeds.
 */
export function ditherFourLevels(codes: Uint8Array, width: number, height: number, out: Uint8Array): void {
  const sums = new Int32Array(width + 2);
  const stride = (width + 3) >> 2;
  for (let y = 0; y < height; y++) {
    if (isBlank(codes, y * width, sums, width)) {
      fillRow(out, y * stride, width, 2);
      continue;
    }
    const walk = (y & 1) === 0 ? walkRight : walkLeft;
    walk(codes, y * width, sums, width, out, y * stride);
  }
}

function walkRight(
  codes: Uint8Array,
  start: number,
  sums: Int32Array,
  width: number,
  out: Uint8Array,
  o: number,
): void {
  let ahead = 8;
  let last = 0;
  let kept = 0;
  let byte = 0;
  for (let x = 0; x < width; x++) {
    const v = ((codes[start + x]! << 4) + sums[x + 1]! + ahead) >> 4;
    const level = ((42 - v) >> 31) + ((127 - v) >> 31) + ((212 - v) >> 31);
    ahead = 7 * v + 8 + 595 * level;
    const error = v + 85 * level;
    sums[x] = kept + 3 * error;
    kept = last + 5 * error;
    last = error;
    byte = (byte << 2) - level;
    if ((x & 3) === 3) {
      out[o + (x >> 2)] = byte;
      byte = 0;
    }
  }
  sums[width] = kept;
  if ((width & 3) !== 0) out[o + (width >> 2)] = byte << (8 - 2 * (width & 3));
}

function walkLeft(
  codes: Uint8Array,
  start: number,
  sums: Int32Array,
  width: number,
  out: Uint8Array,
  o: number,
): void {
  let ahead = 8;
  let last = 0;
  let kept = 0;
  let byte = 0;
  for (let x = width - 1; x >= 0; x--) {
    const v = ((codes[start + x]! << 4) + sums[x + 1]! + ahead) >> 4;
    const level = ((42 - v) >> 31) + ((127 - v) >> 31) + ((212 - v) >> 31);
    ahead = 7 * v + 8 + 595 * level;
    const error = v + 85 * level;
    sums[x + 2] = kept + 3 * error;
    kept = last + 5 * error;
    last = error;
    byte = (byte >> 2) | (-level << 6);
    if ((x & 3) === 0) {
      out[o + (x >> 2)] = byte;
      byte = 0;
    }
  }
  sums[1] = kept;
}
