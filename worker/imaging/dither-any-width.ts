import { fillRow, firstInked } from './blank-rows.ts';

/** The kernel for black and white and any width, pixel by pixel. */
export function ditherAnyWidth(codes: Uint8Array, width: number, height: number, out: Uint8Array): void {
  const sums = new Int32Array(width + 2);
  const stride = (width + 7) >> 3;
  for (let y = 0; y < height; y++) {
    if (firstInked(codes, y * width, sums, width) === width) {
      fillRow(out, y * stride, width, 1);
      continue;
    }
    const step = (y & 1) === 0 ? 1 : -1;
    let x = step === 1 ? 0 : width - 1;
    let last = 0;
    let kept = 0;
    for (let left = width; left > 0; left--) {
      const v = ((codes[y * width + x]! << 4) + sums[x + 1]! + 7 * last + 8) >> 4;
      const white = (127 - v) >> 31;
      const error = v - (255 & white);
      const at = y * stride + (x >> 3);
      out[at] = out[at]! | (white & (128 >> (x & 7)));
      sums[x + 1 - step] = kept + 3 * error;
      kept = last + 5 * error;
      last = error;
      x += step;
    }
    sums[x + 1 - step] = kept;
  }
}
