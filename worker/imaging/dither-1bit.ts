/**
 * The kernel for black and white, widths of whole bytes. The time is that of the chain from one pixel's error to the
 * next one's value and of the few dozen operations of a pixel, so both are kept short: the rolling row already holds
 * the codes of the row below (times 16), the threshold is a sign, constants are gathered where they cost nothing, and
 * the eight pixels of a byte are written out, because the compiler does not unroll the loop.
 *
 * Values are kept 2048 (half of white, times 16) too low, so that what is negative is black; errors are kept 127 too
 * high, so that black needs no constant. Each value of the rolling row takes back what both add up to.
 */
export function ditherBytes(codes: Uint8Array, width: number, height: number, out: Uint8Array): void {
  const row = new Int32Array(width + 2);
  enterRow(row, codes, 0, 0, width);
  // A row looks one code beyond either end of the row below it, so the last one gets a code of padding there.
  const padded = new Uint8Array(width + 2);
  padded.set(codes.subarray((height - 1) * width), 1);
  for (let y = 0; y < height; y++) {
    const start = (y * width) >> 3;
    const first = firstInked(row, width);
    const end = first === width ? 0 : endOfInked(row, width);
    if (end - first < width) out.fill(255, start, start + (width >> 3));
    if (first === width) {
      if (y + 1 < height) enterRow(row, codes, (y + 1) * width, 0, width);
      continue;
    }
    const walk = (y & 1) === 0 ? walkRight : walkLeft;
    if (y + 2 < height) walk(codes, (y + 1) * width - 1, row, width, out, start, first, end);
    else walk(padded, 0, row, width, out, start, first, end);
  }
}

/** Rounds a sum of sixteenths, makes it 2048 too low, and takes back what sixteen errors are too high by. */
const OFFSET = 8 - 2048 - 16 * 127;
/** The same for a value that only the row above has nothing for. */
const ENTERING = OFFSET + 9 * 127;

/** The codes of the next row from pixel `x` to `end`, where this row hands nothing on. `start`: where that row starts. */
function enterRow(row: Int32Array, codes: Uint8Array, start: number, x: number, end: number): void {
  for (; x < end; x++) row[x + 1] = (codes[start + x]! << 4) + ENTERING;
}

/** White without any error from above: it comes out white and hands nothing on. Most of a page is like that. */
const WHITE = 255 * 16 + ENTERING;

/** The first pixel of a row that is not like that, in steps of a byte; `width` where all are. */
function firstInked(row: Int32Array, width: number): number {
  let x = 0;
  while (x < width && isWhite(row, x)) x += 8;
  return x;
}

/** The pixel behind the last one that is not like that, in steps of a byte. */
function endOfInked(row: Int32Array, width: number): number {
  let x = width;
  while (x > 0 && isWhite(row, x - 8)) x -= 8;
  return x;
}

function isWhite(row: Int32Array, x: number): boolean {
  const left = (row[x + 1]! ^ WHITE) | (row[x + 2]! ^ WHITE) | (row[x + 3]! ^ WHITE) | (row[x + 4]! ^ WHITE);
  const right = (row[x + 5]! ^ WHITE) | (row[x + 6]! ^ WHITE) | (row[x + 7]! ^ WHITE) | (row[x + 8]! ^ WHITE);
  return (left | right) === 0;
}

/** What is kept for the pixel behind-below where there were no errors. */
const KEPT = 6 * 127 + OFFSET;

// A pixel a line. w: sixteen times its value, less 2048; m: all ones if black; v: its value, less 128; e: its error,
// 127 too high, seven times which goes ahead. byte: to the right it gathers the black pixels as a negative number, one
// operation a pixel less than masks; that and 255, which in eight bits is -1, are the white ones. kept: what the pixel
// behind-below has from its other two neighbours. n: where the row below starts, less one. From `first`, at least to
// `end`, and on until no error is left; what is passed over only enters the codes of the row below.

// biome-ignore format: alike lines show what differs
function walkRight(codes: Uint8Array, below: number, row: Int32Array, width: number, out: Uint8Array, start: number, first: number, end: number): void {
  let w = 0, m = 0, v = 0, e = 127, last = 127, kept = KEPT, n = below + first, o = start + (first >> 3), x = first;
  enterRow(row, codes, below + 1, 0, first - 1);
  for (; x < end || (x < width && (last !== 127 || kept !== KEPT)); x += 8) {
    let byte = 0;
    w = row[x + 1]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x] = (codes[n]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 2]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 1] = (codes[n + 1]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 3]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 2] = (codes[n + 2]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 4]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 3] = (codes[n + 3]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 5]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 4] = (codes[n + 4]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 6]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 5] = (codes[n + 5]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 7]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 6] = (codes[n + 6]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 8]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte = (byte << 1) + m; row[x + 7] = (codes[n + 7]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    out[o++] = byte - 1;
    n += 8;
  }
  row[x] = (codes[n]! << 4) + kept + 3 * 127;
  enterRow(row, codes, below + 1, x, width);
}

// biome-ignore format: alike lines show what differs
function walkLeft(codes: Uint8Array, below: number, row: Int32Array, width: number, out: Uint8Array, start: number, first: number, end: number): void {
  let w = 0, m = 0, v = 0, e = 127, last = 127, kept = KEPT, n = below + end - 8, o = start + (end >> 3) - 1, x = end - 8;
  enterRow(row, codes, below + 1, end + 1, width);
  for (; x >= first || (x >= 0 && (last !== 127 || kept !== KEPT)); x -= 8) {
    let byte = 0;
    w = row[x + 8]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 1; row[x + 9] = (codes[n + 9]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 7]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 2; row[x + 8] = (codes[n + 8]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 6]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 4; row[x + 7] = (codes[n + 7]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 5]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 8; row[x + 6] = (codes[n + 6]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 4]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 16; row[x + 5] = (codes[n + 5]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 3]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 32; row[x + 4] = (codes[n + 4]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 2]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 64; row[x + 3] = (codes[n + 3]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    w = row[x + 1]! - e + (e << 3); m = w >> 31; v = w >> 4; e = v + (255 & m); byte |= m & 128; row[x + 2] = (codes[n + 2]! << 4) + kept + 3 * e; kept = last + 5 * e + OFFSET; last = e;
    out[o--] = ~byte;
    n -= 8;
  }
  row[x + 9] = (codes[below + x + 9]! << 4) + kept + 3 * 127;
  enterRow(row, codes, below + 1, 0, x + 8);
}
