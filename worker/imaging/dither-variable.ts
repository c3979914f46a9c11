import { fillRow, isBlankRow } from './blank-rows.ts';

/**
 * Error diffusion to black and white with weights that vary with the tone (Ostromoukhov 2001, table 1): flat tones
 * have a tenth less noise than with Floyd-Steinberg's, fewer worms, and no checkerboards at a half (`make bench`).
 * Three weights: ahead, behind-below and below. Serpentine, in integers: the value of a pixel is its code plus the
 * errors that it received, in 256ths, rounded half up; it is white from 128 on.
 */
const KNOTS: [code: number, ahead: number, behindBelow: number, below: number][] = [
  [0, 13, 0, 5],
  [1, 13, 0, 5],
  [2, 21, 0, 10],
  [3, 7, 0, 4],
  [4, 8, 0, 5],
  [10, 7, 3, 3],
  [22, 3, 2, 1],
  [32, 20, 10, 19],
  [44, 177, 120, 95],
  [64, 11, 10, 0],
  [72, 5, 7, 1],
  [77, 4, 1, 1],
  [85, 4, 1, 1],
  [95, 5, 3, 2],
  [107, 5, 3, 2],
  [127, 4, 1, 1],
];

/** Weights in 256ths by code, linear between the knots. The rest of an error goes below. */
const AHEAD = new Int32Array(256);
const BEHIND_BELOW = new Int32Array(256);
for (let knot = 1; knot < KNOTS.length; knot++) {
  const [from, ...before] = KNOTS[knot - 1]!;
  const [to, ...after] = KNOTS[knot]!;
  const share = (weights: number[], which: number) =>
    Math.floor((256 * weights[which]!) / weights.reduce((sum, each) => sum + each, 0));
  for (let code = from; code <= to; code++) {
    const between = (which: number) =>
      Math.floor((share(before, which) * (to - code) + share(after, which) * (code - from)) / (to - from));
    AHEAD[code] = AHEAD[255 - code] = between(0);
    BEHIND_BELOW[code] = BEHIND_BELOW[255 - code] = between(1);
  }
}

/** Mirrored rows that are dithered before the first one and discarded. Without them the first rows would have too few dots. */
const WARM_UP_ROWS = 24;

/** Dithers a plane of codes to raw1. */
export function ditherVariable(codes: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const stride = (width + 7) >> 3;
  const out = new Uint8Array(stride * height);
  const sums = new Int32Array(width + 2);
  const discarded = new Uint8Array(stride);
  for (let y = -Math.min(WARM_UP_ROWS, height); y < height; y++) {
    const start = (y < 0 ? -y - 1 : y) * width;
    const line = codes.subarray(start, start + width);
    const bits = y < 0 ? discarded : out.subarray(y * stride, (y + 1) * stride);
    if (isBlankRow(line, sums)) fillRow(bits, width);
    else if ((y & 1) === 0) ditherRight(line, sums, width, bits);
    else ditherLeft(line, sums, width, bits);
  }
  return out;
}

// `sums` has the errors that this row received. Those for the row below replace them one pixel behind the place where they are
// read: the share of the pixel itself and that of the pixel ahead of it. Errors beyond the ends of the row are lost.

/** Dithers one row to the right. */
function ditherRight(line: Uint8Array, sums: Int32Array, width: number, bits: Uint8Array): void {
  let ahead = 128;
  let kept = 0;
  for (let x = 0; x < width; ) {
    let byte = 0;
    const byteEnd = Math.min(x + 8, width);
    const padding = x + 8 - byteEnd;
    const at = x >> 3;
    for (; x < byteEnd; x++) {
      const code = line[x]!;
      const value = ((code << 8) + sums[x + 1]! + ahead) >> 8;
      const white = (127 - value) >> 31;
      const error = value - (255 & white);
      byte = (byte << 1) - white;
      const toAhead = AHEAD[code]! * error;
      const toBehind = BEHIND_BELOW[code]! * error;
      ahead = toAhead + 128;
      sums[x] = kept + toBehind;
      kept = (error << 8) - toAhead - toBehind;
    }
    bits[at] = byte << padding;
  }
  sums[width] = kept;
}

/** Dithers one row to the left. */
function ditherLeft(line: Uint8Array, sums: Int32Array, width: number, bits: Uint8Array): void {
  let ahead = 128;
  let kept = 0;
  for (let x = width - 1; x >= 0; ) {
    let byte = 0;
    const at = x >> 3;
    for (const byteEnd = x & ~7; x >= byteEnd; x--) {
      const code = line[x]!;
      const value = ((code << 8) + sums[x + 1]! + ahead) >> 8;
      const white = (127 - value) >> 31;
      const error = value - (255 & white);
      byte |= white & (128 >> (x & 7));
      const toAhead = AHEAD[code]! * error;
      const toBehind = BEHIND_BELOW[code]! * error;
      ahead = toAhead + 128;
      sums[x + 2] = kept + toBehind;
      kept = (error << 8) - toAhead - toBehind;
    }
    bits[at] = byte;
  }
  sums[1] = kept;
}
