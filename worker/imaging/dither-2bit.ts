import { enterLine, type RowKernel } from './dither-rows.ts';
import { errorsOf, GREY_ENTERING, levelsOf } from './grey-levels.ts';

// The compiler folds a constant of this module into the code; an imported one costs a fifth of the time.
const ENTERING = GREY_ENTERING;
const LEVELS = levelsOf(4);
const ERRORS = errorsOf(4);

/** The kernel for four grey levels. Its loop is unrolled by hand, because the compiler does not unroll it. */
export const FOUR_LEVELS: RowKernel = { bits: 2, entering: ENTERING, walkRight, walkLeft };

// One pixel per line. v: its value, as an index of the tables; e: its error, of which seven parts go ahead; kept: what the
// pixel behind-below receives from its other two neighbours.

// biome-ignore format: alike lines show what differs
function walkRight(line: Uint8Array, row: Int32Array, width: number, out: Uint8Array, o: number, first: number, end: number): void {
  let v = 0, e = 0, last = 0, kept = ENTERING, x = first;
  o += first >> 2;
  enterLine(row, line, 1, first, ENTERING);
  for (; x < end || (x < width && (last !== 0 || kept !== ENTERING)); x += 4) {
    let byte = 0;
    v = (row[x + 1]! - e + (e << 3)) >> 4; e = ERRORS[v]!; byte = (byte << 2) | LEVELS[v]!; row[x] = (line[x]! << 4) + kept + 3 * e; kept = last + 5 * e + ENTERING; last = e;
    v = (row[x + 2]! - e + (e << 3)) >> 4; e = ERRORS[v]!; byte = (byte << 2) | LEVELS[v]!; row[x + 1] = (line[x + 1]! << 4) + kept + 3 * e; kept = last + 5 * e + ENTERING; last = e;
    v = (row[x + 3]! - e + (e << 3)) >> 4; e = ERRORS[v]!; byte = (byte << 2) | LEVELS[v]!; row[x + 2] = (line[x + 2]! << 4) + kept + 3 * e; kept = last + 5 * e + ENTERING; last = e;
    v = (row[x + 4]! - e + (e << 3)) >> 4; e = ERRORS[v]!; byte = (byte << 2) | LEVELS[v]!; row[x + 3] = (line[x + 3]! << 4) + kept + 3 * e; kept = last + 5 * e + ENTERING; last = e;
    out[o++] = byte;
  }
  row[x] = (line[x]! << 4) + kept;
  enterLine(row, line, x + 1, width + 1, ENTERING);
}

// biome-ignore format: alike lines show what differs
function walkLeft(line: Uint8Array, row: Int32Array, width: number, out: Uint8Array, o: number, first: number, end: number): void {
  let v = 0, e = 0, last = 0, kept = ENTERING, x = end - 4;
  o += (end >> 2) - 1;
  enterLine(row, line, end + 2, width + 1, ENTERING);
  for (; x >= first || (x >= 0 && (last !== 0 || kept !== ENTERING)); x -= 4) {
    let byte = 0;
    v = (row[x + 4]! - e + (e << 3)) >> 4; e = ERRORS[v]!; byte |= LEVELS[v]!; row[x + 5] = (line[x + 5]! << 4) + kept + 3 * e; kept = last + 5 * e + ENTERING; last = e;
    v = (row[x + 3]! - e + (e << 3)) >> 4; e = ERRORS[v]!; byte |= LEVELS[v]! << 2; row[x + 4] = (line[x + 4]! << 4) + kept + 3 * e; kept = last + 5 * e + ENTERING; last = e;
    v = (row[x + 2]! - e + (e << 3)) >> 4; e = ERRORS[v]!; byte |= LEVELS[v]! << 4; row[x + 3] = (line[x + 3]! << 4) + kept + 3 * e; kept = last + 5 * e + ENTERING; last = e;
    v = (row[x + 1]! - e + (e << 3)) >> 4; e = ERRORS[v]!; byte |= LEVELS[v]! << 6; row[x + 2] = (line[x + 2]! << 4) + kept + 3 * e; kept = last + 5 * e + ENTERING; last = e;
    out[o--] = byte;
  }
  row[x + 5] = (line[x + 5]! << 4) + kept;
  enterLine(row, line, 1, x + 5, ENTERING);
}
