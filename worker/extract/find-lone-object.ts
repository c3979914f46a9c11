import type { Area } from './faces/find-faces.ts';

/** Cells along the longer side of a picture. */
const CELLS = 40;
/** Least mean detail of a cell of an object. Clouds and blurred ground have less. */
const MIN_CELL_DETAIL = 7;
/** Most cells along each side, as a share of the longer side, and least cells of an object. */
const MAX_SIDE_SHARE = 0.25;
const MIN_CELLS = 2;
/** Greatest mean detail of the cells around an object. */
const MAX_GROUND_DETAIL = 2.5;

/**
 * The object with most detail that stands alone on calm ground, such as a kite in the sky; null without one. What touches
 * the edge of the picture is cut already.
 * @param detail of each pixel: 0 on calm ground
 */
export function findLoneObject(detail: Uint8Array, width: number, height: number): Area | null {
  const side = Math.max(1, Math.ceil(Math.max(width, height) / CELLS));
  const columns = Math.floor(width / side);
  const rows = Math.floor(height / side);
  const cells = sumsOfCells(detail, width, { side, columns, rows });
  const most = Math.floor(CELLS * MAX_SIDE_SHARE);
  const seen = new Uint8Array(cells.length);
  const isBusy = (cell: number) => cells[cell]! >= MIN_CELL_DETAIL * side * side;
  let best: { area: Area; sum: number } | null = null;
  for (let seed = 0; seed < cells.length; seed++) {
    if (seen[seed] || !isBusy(seed)) continue;
    const group = connected(seed, isBusy, seen, columns, rows);
    const area = boundsOf(group, columns);
    const { x, y, width: across, height: down } = area;
    const touches = x === 0 || y === 0 || x + across === columns || y + down === rows;
    if (touches || group.length < MIN_CELLS || Math.max(across, down) > most) continue;
    const sum = group.reduce((total, cell) => total + cells[cell]!, 0);
    if (sum <= (best?.sum ?? 0)) continue;
    if (meanAround(cells, columns, area, sum) <= MAX_GROUND_DETAIL * side * side) best = { sum, area };
  }
  if (!best) return null;
  const { area } = best;
  return { x: area.x * side, y: area.y * side, width: area.width * side, height: area.height * side };
}

function boundsOf(group: number[], columns: number): Area {
  const [xs, ys] = [group.map((cell) => cell % columns), group.map((cell) => Math.floor(cell / columns))];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) + 1 - x, height: Math.max(...ys) + 1 - y };
}

/** The mean of the cells around an object and of the calm ones between its own, whose sum is given. */
function meanAround(
  cells: Float64Array,
  columns: number,
  { x, y, width, height }: Area,
  own: number,
): number {
  let sum = 0;
  for (let row = y - 1; row <= y + height; row++)
    for (let column = x - 1; column <= x + width; column++) sum += cells[row * columns + column]!;
  return (sum - own) / (2 * (width + height) + 4);
}

function sumsOfCells(
  detail: Uint8Array,
  width: number,
  { side, columns, rows }: { side: number; columns: number; rows: number },
): Float64Array {
  const cells = new Float64Array(columns * rows);
  for (let y = 0; y < rows * side; y++) {
    const row = Math.floor(y / side) * columns;
    for (let x = 0; x < columns * side; x++) cells[row + Math.floor(x / side)]! += detail[y * width + x]!;
  }
  return cells;
}

/** The busy cells that are connected with one of them, corners included. */
function connected(
  seed: number,
  isBusy: (cell: number) => boolean,
  seen: Uint8Array,
  columns: number,
  rows: number,
): number[] {
  const found = [seed];
  seen[seed] = 1;
  for (let at = 0; at < found.length; at++) {
    const cell = found[at]!;
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        const next = y * columns + x;
        if (seen[next] || !isBusy(next)) continue;
        seen[next] = 1;
        found.push(next);
      }
    }
  }
  return found;
}
