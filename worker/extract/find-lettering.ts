import type { Area } from './faces/find-faces.ts';

/** Finds where a photograph may have text, without text recognition, which costs a second. */

/** Side of the examined squares, in pixels. */
const CELL_PIXELS = 16;
/** Difference of two pixels, with one between them, above which there is the edge of a stroke. */
const MIN_EDGE_STEP = 60;
/** Greatest width of a stroke. */
const MAX_STROKE_PIXELS = 8;
/** Least number of adjacent squares with strokes that may be a word; leaves and stones give at most three. */
const MIN_WORD_CELLS = 4;
/** How often the picture is halved to find letters that fill much of it. */
const LARGE_HALVINGS = 3;

/** Areas of a plane, in its pixels. */
export interface Lettering {
  /** Letters of up to a fifth of the height. */
  usual: Area[];
  /** Letters that fill a good part of the picture, to be read in a small copy of it. */
  large: Area[];
}

/**
 * Finds lettering: edges of strokes and their opposite edges, close together, in consecutive rows and in several squares side
 * by side. Searched at the given size, of some 600 pixels, and at a half, a quarter and an eighth of it. Takes a millisecond or
 * two.
 */
export function findLettering(luminance: Uint8Array, width: number, height: number): Lettering {
  const usual = runsOf(luminance, width, height, 1);
  const large: Area[] = [];
  let plane = { luminance, width, height };
  for (let halvings = 1; halvings <= LARGE_HALVINGS; halvings++) {
    plane = halve(plane);
    const runs = runsOf(plane.luminance, plane.width, plane.height, 2 ** halvings);
    (halvings === 1 ? usual : large).push(...runs);
  }
  return { usual, large };
}

/** Runs of squares that have about a stroke a row, as areas of the picture that is `scale` times as large. */
function runsOf(luminance: Uint8Array, width: number, height: number, scale: number): Area[] {
  const columns = Math.floor(width / CELL_PIXELS);
  const rows = Math.floor(height / CELL_PIXELS);
  const areas: Area[] = [];
  for (let row = 0; row < rows; row++) {
    const strokes = strokesOf(luminance, width, row * CELL_PIXELS, columns);
    let run = 0;
    for (let column = 0; column <= columns; column++) {
      if (column < columns && strokes[column]! >= CELL_PIXELS) {
        run++;
        continue;
      }
      if (run >= MIN_WORD_CELLS) {
        const side = CELL_PIXELS * scale;
        areas.push({ x: (column - run) * side, y: row * side, width: run * side, height: side });
      }
      run = 0;
    }
  }
  return areas;
}

/** Strokes that end in each square of a row of squares. */
function strokesOf(luminance: Uint8Array, width: number, top: number, columns: number): Uint16Array {
  const strokes = new Uint16Array(columns);
  for (let y = top; y < top + CELL_PIXELS; y++) {
    let side = 0;
    let at = 0;
    for (let x = 1, i = y * width + 1; x < columns * CELL_PIXELS - 1; x++, i++) {
      const step = luminance[i + 1]! - luminance[i - 1]!;
      if (step <= MIN_EDGE_STEP && step >= -MIN_EDGE_STEP) continue;
      const own = Math.sign(step);
      if (side === -own && x - at <= MAX_STROKE_PIXELS) strokes[Math.floor(x / CELL_PIXELS)]!++;
      side = own;
      at = x;
    }
  }
  return strokes;
}

interface Plane {
  luminance: Uint8Array;
  width: number;
  height: number;
}

function halve({ luminance, width, height }: Plane): Plane {
  const columns = width >> 1;
  const rows = height >> 1;
  const half = new Uint8Array(columns * rows);
  for (let y = 0, to = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, to++) {
      const i = 2 * (y * width + x);
      half[to] = (luminance[i]! + luminance[i + 1]! + luminance[i + width]! + luminance[i + width + 1]!) >> 2;
    }
  }
  return { luminance: half, width: columns, height: rows };
}
