/** Whether a photograph may have words in it, told without reading: reading costs a second where there are none. */

/** Side of the squares that are looked at, in pixels. */
const CELL = 16;
/** Difference of two pixels, one between them, that is the edge of a stroke. */
const EDGE = 60;
/** Pixels across a stroke, at most. */
const MAX_STROKE = 8;
/** Squares with strokes side by side that may be a word; leaves and stones make three at most. */
const WORD_CELLS = 4;

/**
 * Lettering has an edge of a stroke and its opposite, close together, in row after row, in several squares side by
 * side. Looked for at the size given, of some 600 pixels, and at half of it, for letters as high as a fifth of the
 * picture. Takes a millisecond or two.
 */
export function hasLettering(luminance: Uint8Array, width: number, height: number): boolean {
  if (longestRun(luminance, width, height) >= WORD_CELLS) return true;
  const half = halved(luminance, width, height);
  return longestRun(half, width >> 1, height >> 1) >= WORD_CELLS;
}

/** The most squares side by side that have about a stroke a row. */
function longestRun(luminance: Uint8Array, width: number, height: number): number {
  const columns = Math.floor(width / CELL);
  const rows = Math.floor(height / CELL);
  let longest = 0;
  for (let row = 0; row < rows; row++) {
    const strokes = strokesOf(luminance, width, row * CELL, columns);
    let run = 0;
    for (const count of strokes) {
      run = count >= CELL ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
  }
  return longest;
}

/** Strokes that end in each square of a row of squares. */
function strokesOf(luminance: Uint8Array, width: number, top: number, columns: number): Uint16Array {
  const strokes = new Uint16Array(columns);
  for (let y = top; y < top + CELL; y++) {
    let side = 0;
    let at = 0;
    for (let x = 1, i = y * width + 1; x < columns * CELL - 1; x++, i++) {
      const step = luminance[i + 1]! - luminance[i - 1]!;
      if (step <= EDGE && step >= -EDGE) continue;
      const own = Math.sign(step);
      if (side === -own && x - at <= MAX_STROKE) strokes[Math.floor(x / CELL)]!++;
      side = own;
      at = x;
    }
  }
  return strokes;
}

function halved(luminance: Uint8Array, width: number, height: number): Uint8Array {
  const columns = width >> 1;
  const rows = height >> 1;
  const half = new Uint8Array(columns * rows);
  for (let y = 0, to = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, to++) {
      const i = 2 * (y * width + x);
      half[to] = (luminance[i]! + luminance[i + 1]! + luminance[i + width]! + luminance[i + width + 1]!) >> 2;
    }
  }
  return half;
}
