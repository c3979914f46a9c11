import { ditherRows, type RowKernel } from './dither-rows.ts';

/** Values stay within 0 - 128 to 255 + 128 (the weights sum to one); they are kept 128 too high, as places in tables. */
const OFFSET = 128;
const LEVELS = new Uint8Array(512);
const ERRORS = new Int32Array(512);
/** What an error sends ahead, with what raises and rounds the value that it is added to: one look-up less in the chain. */
const AHEAD = new Int32Array(512);
for (let place = 0; place < 512; place++) {
  const value = place - OFFSET;
  const level = Math.min(15, Math.max(0, Math.floor((value + 8) / 17)));
  LEVELS[place] = level;
  ERRORS[place] = value - 17 * level;
  AHEAD[place] = 7 * (value - 17 * level) + 16 * OFFSET + 8;
}
const NO_ERROR = 16 * OFFSET + 8;

/** The kernel for sixteen grey levels, any width, two pixels of a byte at a time. */
export function ditherSixteenLevels(codes: Uint8Array, width: number, height: number, out: Uint8Array): void {
  ditherRows({ codes, width, height, out }, 4, walkRight, walkLeft);
}

const walkRight: RowKernel = (codes, start, sums, width, out, o, first, end) => {
  let ahead = NO_ERROR;
  let last = 0;
  let kept = 0;
  let x = first & ~1;
  while (x < end || (x < width && (last | kept) !== 0)) {
    const left = ((codes[start + x]! << 4) + sums[x + 1]! + ahead) >> 4;
    ahead = AHEAD[left]!;
    const leftError = ERRORS[left]!;
    sums[x] = kept + 3 * leftError;
    kept = last + 5 * leftError;
    last = leftError;
    let byte = LEVELS[left]! << 4;
    x++;
    if (x < width) {
      const right = ((codes[start + x]! << 4) + sums[x + 1]! + ahead) >> 4;
      ahead = AHEAD[right]!;
      const rightError = ERRORS[right]!;
      sums[x] = kept + 3 * rightError;
      kept = last + 5 * rightError;
      last = rightError;
      byte |= LEVELS[right]!;
      x++;
    }
    out[o + ((x - 1) >> 1)] = byte;
  }
  sums[x] = kept;
};

const walkLeft: RowKernel = (codes, start, sums, width, out, o, first, end) => {
  let ahead = NO_ERROR;
  let last = 0;
  let kept = 0;
  let x = Math.min(width, (end + 1) & ~1) - 1;
  while (x >= first || (x >= 0 && (last | kept) !== 0)) {
    let byte = 0;
    if ((x & 1) === 1) {
      const right = ((codes[start + x]! << 4) + sums[x + 1]! + ahead) >> 4;
      ahead = AHEAD[right]!;
      const rightError = ERRORS[right]!;
      sums[x + 2] = kept + 3 * rightError;
      kept = last + 5 * rightError;
      last = rightError;
      byte = LEVELS[right]!;
      x--;
    }
    const left = ((codes[start + x]! << 4) + sums[x + 1]! + ahead) >> 4;
    ahead = AHEAD[left]!;
    const leftError = ERRORS[left]!;
    sums[x + 2] = kept + 3 * leftError;
    kept = last + 5 * leftError;
    last = leftError;
    out[o + (x >> 1)] = byte | (LEVELS[left]! << 4);
    x--;
  }
  sums[x + 2] = kept;
};
