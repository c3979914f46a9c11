import { BLOCK, isWhitePlane } from './pixel-blocks.ts';

/**
 * Dithers one row into `out` from its byte `o` on: the pixels from `first` to `end`, both in steps of `BLOCK`, and on until
 * no error is left.
 *
 * `row` is the rolling row. `row[x + 1]` is the value of pixel `x` of this row (code and errors from above, in sixteenths),
 * and is replaced by that of the row below as soon as it has been read and the pixel ahead is done. `line[x + 1]` is the
 * code of pixel `x` of the row below.
 */
export type RowWalk = (
  line: Uint8Array,
  row: Int32Array,
  width: number,
  out: Uint8Array,
  o: number,
  first: number,
  end: number,
) => void;

/** How one format is dithered. */
export interface RowKernel {
  bits: 1 | 2 | 4;
  /** Rounding and offset, in sixteenths, of a value that gets no errors from the row above. */
  entering: number;
  walkRight: RowWalk;
  walkLeft: RowWalk;
}

/** Dithers all rows of a plane of whole blocks, alternately to the right and to the left. */
export function ditherRows(
  { bits, entering, walkRight, walkLeft }: RowKernel,
  codes: Uint8Array,
  width: number,
  height: number,
  out: Uint8Array,
): void {
  const row = new Int32Array(width + 2);
  const white = 255 * 16 + entering;
  // A line has one code beyond either end of its row, so that of the last row is a copy.
  const lastLine = new Uint8Array(width + 2);
  lastLine.set(codes.subarray((height - 1) * width), 1);
  const lineOf = (y: number) =>
    y > 0 && y + 1 < height ? codes.subarray(y * width - 1, (y + 1) * width + 1) : lastLine;
  for (let x = 0; x < width; x++) row[x + 1] = (codes[x]! << 4) + entering;
  out.fill(255);
  let isBlank = false;
  for (let y = 0; y < height; y++) {
    const line = lineOf(y + 1);
    const first: number = isBlank ? width : firstInked(row, width, white);
    if (first < width) {
      const walk = (y & 1) === 0 ? walkRight : walkLeft;
      walk(line, row, width, out, (y * width * bits) >> 3, first, endOfInked(row, width, white));
    }
    // A white row below a blank one is blank, too, and the rolling row stays the same. Most rows of a page are such.
    isBlank = first === width && isWhiteLine(line, width);
    if (first === width && !isBlank) enterLine(row, line, 1, width + 1, entering);
  }
}

/** Enters the codes of the row below, from index `from` to before `to`, where this row passes no errors on. */
export function enterLine(
  row: Int32Array,
  line: Uint8Array,
  from: number,
  to: number,
  entering: number,
): void {
  for (let i = from; i < to; i++) row[i] = (line[i]! << 4) + entering;
}

/** The first pixel of a row that is not white or has received errors, rounded down to a block; `width` if there is none. */
function firstInked(row: Int32Array, width: number, white: number): number {
  let x = 0;
  while (x < width && isWhite(row, x, white)) x += BLOCK;
  return x;
}

/** The end of the last such pixel, rounded up to a block. */
function endOfInked(row: Int32Array, width: number, white: number): number {
  let x = width;
  while (x > 0 && isWhite(row, x - BLOCK, white)) x -= BLOCK;
  return x;
}

function isWhite(row: Int32Array, x: number, white: number): boolean {
  const left = (row[x + 1]! ^ white) | (row[x + 2]! ^ white) | (row[x + 3]! ^ white) | (row[x + 4]! ^ white);
  const right = (row[x + 5]! ^ white) | (row[x + 6]! ^ white) | (row[x + 7]! ^ white) | (row[x + 8]! ^ white);
  return (left | right) === 0;
}

function isWhiteLine(line: Uint8Array, width: number): boolean {
  let x = 0;
  while (x < width && isWhitePlane(line, x + 1)) x += BLOCK;
  return x === width;
}
