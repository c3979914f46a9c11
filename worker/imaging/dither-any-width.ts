import type { BitsPerPixel } from './dither.ts';

/** Dithers a plane of any width, pixel by pixel: for small panels whose rows are no whole blocks. */
export function ditherAnyWidth(
  codes: Uint8Array,
  width: number,
  height: number,
  bits: BitsPerPixel,
  out: Uint8Array,
): void {
  const sums = new Int32Array(width + 2);
  const stride = (width * bits + 7) >> 3;
  const lightest = (1 << bits) - 1;
  const grey = 255 / lightest;
  for (let y = 0; y < height; y++) {
    const step = (y & 1) === 0 ? 1 : -1;
    let x = step === 1 ? 0 : width - 1;
    let last = 0;
    let kept = 0;
    for (let left = width; left > 0; left--) {
      const value = ((codes[y * width + x]! << 4) + sums[x + 1]! + 7 * last + 8) >> 4;
      const level = Math.min(lightest, Math.max(0, Math.round(value / grey)));
      const error = value - grey * level;
      const at = y * stride + ((x * bits) >> 3);
      out[at] = out[at]! | (level << (8 - bits - ((x * bits) & 7)));
      sums[x + 1 - step] = kept + 3 * error;
      kept = last + 5 * error;
      last = error;
      x += step;
    }
    sums[x + 1 - step] = kept;
  }
}
