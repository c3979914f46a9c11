import { fillRow, isBlank } from './blank-rows.ts';

/** Values stay within 0 - 128 to 255 + 128 (the weights sum to one), so a table of 512 from -128 holds them all. */
const LOWEST = -128;

interface Quantiser {
  levels: Uint8Array;
  errors: Int16Array;
}

const quantisers = new Map<number, Quantiser>();

/** The nearest of `2 ** bits` evenly spaced levels for every value that can occur, and the error it leaves. */
function quantiser(bits: number): Quantiser {
  const known = quantisers.get(bits);
  if (known) return known;
  const top = (1 << bits) - 1;
  const step = 255 / top;
  const levels = new Uint8Array(512);
  const errors = new Int16Array(512);
  for (let i = 0; i < 512; i++) {
    const value = i + LOWEST;
    const level = Math.min(top, Math.max(0, Math.floor((value + (step >> 1)) / step)));
    levels[i] = level;
    errors[i] = value - level * step;
  }
  const made = { levels, errors };
  quantisers.set(bits, made);
  return made;
}

/** The kernel for any number of levels (1, 2 or 4 bits a pixel) and any width, by table. */
export function ditherLevels(
  codes: Uint8Array,
  width: number,
  height: number,
  bits: number,
  out: Uint8Array,
): void {
  const { levels, errors } = quantiser(bits);
  const sums = new Int32Array(width + 2);
  const stride = (width * bits + 7) >> 3;
  for (let y = 0; y < height; y++) {
    if (isBlank(codes, y * width, sums, width)) {
      fillRow(out, y * stride, width, bits);
      continue;
    }
    const step = (y & 1) === 0 ? 1 : -1;
    let x = step === 1 ? 0 : width - 1;
    let last = 0;
    let kept = 0;
    for (let left = width; left > 0; left--) {
      const v = ((codes[y * width + x]! << 4) + sums[x + 1]! + 7 * last + 8) >> 4;
      const error = errors[v - LOWEST]!;
      const bit = x * bits;
      const at = y * stride + (bit >> 3);
      out[at] = out[at]! | (levels[v - LOWEST]! << (8 - bits - (bit & 7)));
      sums[x + 1 - step] = kept + 3 * error;
      kept = last + 5 * error;
      last = error;
      x += step;
    }
    sums[x + 1 - step] = kept;
  }
}
