import { enterLine, type RowKernel } from './dither-rows.ts';

/** Rounds a sum of sixteenths, makes it 2048 too low, and subtracts the offsets of sixteen errors. */
const OFFSET = 8 - 2048 - 16 * 127;
/** The same for a value that gets errors only from its own row. */
const ENTERING = OFFSET + 9 * 127;

/**
 * The kernel for black and white. Its time is that of the dependency from the error of one pixel to the value of the next, and
 * of the few dozen operations per pixel. So the rolling row already contains the codes of the row below (times 16), the
 * threshold is a sign bit, constants are combined, and the loop over the eight pixels of a byte is unrolled by hand, because
 * the compiler does not unroll it.
 *
 * Values are stored 2048 (half of white, times 16) too low, so that negative ones are black. Errors are stored 127 too high, so
 * that black needs no constant. Each value of the rolling row is corrected by the sum of both offsets.
 */
export const BLACK_AND_WHITE: RowKernel = { bits: 1, entering: ENTERING, walkRight, walkLeft };

/** The value for the pixel behind-below if there were no errors. */
const KEPT = 6 * 127 + OFFSET;

// A pixel a line. w: sixteen times its value, less 2048; m: all ones if black; v: its value, less 128; e: its error,
// 127 too high, seven times which goes ahead. byte: to the right it gathers the black pixels as a negative number, one
// operation a pixel less than masks; that and 255, which in eight bits is -1, are the white ones. kept: what the pixel
// behind-below has from its other two neighbours. n: where the row below starts, less one. From `first`, at least to
// `end`, and on until no error is left; what is passed over only enters the codes of the row below.

// biome-ignore format: alike lines show what differs
function walkRight(line: Uint8Array, row: Int32Array, width: number, out: Uint8Array, o: number, first: number, end: number): void {
  let w = 0, m = 0, v = 0, e = 127, last = 127, kept = KEPT, x = first;
  o += first >> 3;
  enterLine(row, line, 1, first, ENTERING);
  for (; x < end || (x < width && (last !== 127 || kept !== KEPT)); x += 8) {
    let byte = 0;
    w = row[x + 1]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x] = (line[x]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 2]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 1] = (line[x + 1]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 3]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 2] = (line[x + 2]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 4]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 3] = (line[x + 3]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 5]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 4] = (line[x + 4]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 6]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 5] = (line[x + 5]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 7]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 6] = (line[x + 6]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 8]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 7] = (line[x + 7]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    out[o++] = byte - 1;
  }
  row[x] = (line[x]! << 4) + kept + 3 * 127;
  enterLine(row, line, x + 1, width + 1, ENTERING);
}

// biome-ignore format: alike lines show what differs
function walkLeft(line: Uint8Array, row: Int32Array, width: number, out: Uint8Array, o: number, first: number, end: number): void {
  let w = 0, m = 0, v = 0, e = 127, last = 127, kept = KEPT, x = end - 8;
  o += (end >> 3) - 1;
  enterLine(row, line, end + 2, width + 1, ENTERING);
  for (; x >= first || (x >= 0 && (last !== 127 || kept !== KEPT)); x -= 8) {
    let byte = 0;
    w = row[x + 8]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 1; row[x + 9] = (line[x + 9]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 7]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 2; row[x + 8] = (line[x + 8]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 6]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 4; row[x + 7] = (line[x + 7]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 5]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 8; row[x + 6] = (line[x + 6]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 4]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 16; row[x + 5] = (line[x + 5]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 3]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 32; row[x + 4] = (line[x + 4]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 2]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 64; row[x + 3] = (line[x + 3]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 1]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 128; row[x + 2] = (line[x + 2]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    out[o--] = ~byte;
  }
  row[x + 9] = (line[x + 9]! << 4) + kept + 3 * 127;
  enterLine(row, line, 1, x + 9, ENTERING);
}
