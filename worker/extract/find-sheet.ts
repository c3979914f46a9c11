import type { Sheet } from '../imaging/scene.ts';
import { areaOf, type Corners, cornersOf, hullOf, type Point, turn } from './quadrilateral.ts';
import type { ReducedPicture } from './reduce-picture.ts';

/** Side of a cell in pixels. Type is finer, so that a cell has the tone of the paper. */
const CELL_PIXELS = 4;
/** Number of cells with type between cells of paper that are closed. */
const CLOSED_CELLS = 2;
/** Range of a sheet's area in percent of the picture: a smaller one is a sign, a larger one a scan. */
const MIN_AREA_PERCENT = 18;
const MAX_AREA_PERCENT = 90;
/** Least percentage of paper in the quadrilateral. */
const MIN_PAPER_PERCENT = 88;
/** Least difference in lightness between the sheet and its surroundings. */
const MIN_STEP = 28;
/** Differences between neighbouring cells of a sheet that are tried, because brightness changes slowly over paper. */
const SLOPES = [5, 8, 12, 17];
/** Least percentage of surrounding cells that must be darker, because a sheet has an edge on all sides. */
const MIN_EDGE_PERCENT = 75;
/** Distance from the edge at which both sides are compared, as a share of the distance to the middle. */
const COMPARED_SHARE = 0.07;
/** Share that is cut off on each side, because of its shadow and its curl. */
const INSET_SHARE = 0.012;

interface Plane {
  codes: Uint8Array;
  columns: number;
  rows: number;
}

/** The corners of a light sheet of paper on a darker ground, clockwise from its upper left; null if there is none. */
export function findSheet(picture: ReducedPicture): Sheet | null {
  const plane = paperness(picture);
  let best: { corners: Corners; full: number } | null = null;
  for (const slope of SLOPES) {
    for (const patch of patchesOf(plane, slope)) {
      const found = sheetOf(plane, patch);
      if (found && found.full > (best?.full ?? MIN_PAPER_PERCENT)) best = found;
    }
  }
  return best && inset(best.corners, plane);
}

/** The corners of a patch of cells, and the percentage of the area between them that it fills. */
function sheetOf(plane: Plane, patch: number[]): { corners: Corners; full: number } | null {
  const corners = cornersOf(hullOf(patch, plane.columns));
  if (!corners || !isCentral(plane, corners) || !contrastsWithSurroundings(plane, corners)) return null;
  const area = areaOf(corners);
  return { corners, full: (100 * Math.min(patch.length, area)) / Math.max(patch.length, area) };
}

/** Whether a sheet lies in the middle of the picture, as its main subject; elsewhere it is a sign or a caption. */
function isCentral({ columns, rows }: Plane, corners: Corners): boolean {
  return corners.every(
    (corner, index) => turn(corner, corners[(index + 1) % 4]!, [columns / 2, rows / 2]) > 0,
  );
}

function inset(corners: Corners, { columns, rows }: Plane): Sheet {
  const middle = middleOf(corners);
  const thousandth = (value: number, whole: number) =>
    Math.min(1000, Math.max(0, Math.round((1000 * value) / whole)));
  return corners.map(([x, y]) => [
    thousandth(x + 2 * INSET_SHARE * (middle[0] - x), columns),
    thousandth(y + 2 * INSET_SHARE * (middle[1] - y), rows),
  ]) as Sheet;
}

/** Lightness and colour of each cell, with the type on it closed. */
function paperness({ luminance, colour, width, height }: ReducedPicture): Plane {
  const columns = Math.floor(width / CELL_PIXELS);
  const rows = Math.floor(height / CELL_PIXELS);
  const codes = new Uint8Array(columns * rows);
  for (let y = 0; y < rows * CELL_PIXELS; y++) {
    for (let x = 0; x < columns * CELL_PIXELS; x++) {
      const i = y * width + x;
      const cell = Math.floor(y / CELL_PIXELS) * columns + Math.floor(x / CELL_PIXELS);
      codes[cell] = Math.max(codes[cell]!, luminance[i]! - colour[i]!);
    }
  }
  const wide = extreme({ codes, columns, rows }, Math.max);
  return { columns, rows, codes: extreme({ codes: wide, columns, rows }, Math.min) };
}

function extreme({ codes, columns, rows }: Plane, choose: (a: number, b: number) => number): Uint8Array {
  const across = codes.slice();
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      for (let near = Math.max(0, x - CLOSED_CELLS); near <= Math.min(columns - 1, x + CLOSED_CELLS); near++)
        across[y * columns + x] = choose(across[y * columns + x]!, codes[y * columns + near]!);
    }
  }
  const to = across.slice();
  for (let y = 0; y < rows; y++) {
    for (let near = Math.max(0, y - CLOSED_CELLS); near <= Math.min(rows - 1, y + CLOSED_CELLS); near++) {
      for (let x = 0; x < columns; x++)
        to[y * columns + x] = choose(to[y * columns + x]!, across[near * columns + x]!);
    }
  }
  return to;
}

/** Connected cells with small differences between neighbours, if they have the size of a sheet. */
function patchesOf({ codes, columns, rows }: Plane, slope: number): number[][] {
  const seen = new Uint8Array(codes.length);
  const patches: number[][] = [];
  for (let start = 0; start < codes.length; start++) {
    if (seen[start]) continue;
    seen[start] = 1;
    const patch = [start];
    for (let next = 0; next < patch.length; next++) {
      const cell = patch[next]!;
      const x = cell % columns;
      const visit = (one: number) => {
        if (seen[one] || Math.abs(codes[one]! - codes[cell]!) > slope) return;
        seen[one] = 1;
        patch.push(one);
      };
      if (x > 0) visit(cell - 1);
      if (x + 1 < columns) visit(cell + 1);
      if (cell >= columns) visit(cell - columns);
      if (cell + columns < columns * rows) visit(cell + columns);
    }
    const share = (100 * patch.length) / codes.length;
    if (share >= MIN_AREA_PERCENT && share <= MAX_AREA_PERCENT) patches.push(patch);
  }
  return patches;
}

const middleOf = (corners: Corners): Point =>
  corners.reduce<Point>(([x, y], [cx, cy]) => [x + cx / 4, y + cy / 4], [0, 0]);

/** Whether the surroundings of a sheet are darker nearly all the way around. */
function contrastsWithSurroundings({ codes, columns, rows }: Plane, corners: Corners): boolean {
  const middle = middleOf(corners);
  let around = 0;
  let darker = 0;
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length]!;
    for (let step = 1; step < 20; step++) {
      const on = [0, 1].map((axis) => from[axis]! + ((to[axis]! - from[axis]!) * step) / 20);
      const code = (out: number) => {
        const [x = -1, y = -1] = on.map((value, axis) => Math.floor(value + (value - middle[axis]!) * out));
        return x < 0 || y < 0 || x >= columns || y >= rows ? null : codes[y * columns + x]!;
      };
      const [inside, outside] = [code(-COMPARED_SHARE), code(COMPARED_SHARE)];
      if (inside === null || outside === null) continue;
      around++;
      if (outside <= inside - MIN_STEP) darker++;
    }
  }
  return around >= 38 && 100 * darker >= MIN_EDGE_PERCENT * around;
}
