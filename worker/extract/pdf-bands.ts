import type { Cell } from './pdf-cell.ts';

/** A horizontal range, in points. */
export interface Span {
  from: number;
  to: number;
  /** The cells in it. */
  cells: number;
  /** Whether a column is known to begin here, however close the previous one ends. */
  begins: boolean;
}

/** Rows of a page that share their columns. */
export interface Band {
  rows: Cell[][];
  /** From left to right; a single one if nothing is side by side. */
  columns: Span[];
}

/** Space between columns, in ems of the smaller type. */
const MIN_GUTTER = 0.75;
/** Limit of the columns of a page. */
const MAX_COLUMNS = 40;

/** Divides the rows of a page into bands, from top to bottom: a row that crosses the space between columns begins a new band. */
export function toBands(rows: Cell[][]): Band[] {
  const bands: Band[] = [];
  for (const row of rows) {
    const band = bands.at(-1);
    const columns = band && withRow(band, row);
    if (columns) {
      band.rows.push(row);
      band.columns = columns;
      continue;
    }
    const nearer = band && nearerTo(band, row);
    const next = nearer ? { rows: [nearer], columns: spansOf(nearer) } : null;
    const shared = next && withRow(next, row);
    if (band && next && shared) {
      band.rows.pop();
      bands.push({ rows: [...next.rows, row], columns: shared });
    } else bands.push({ rows: [row], columns: spansOf(row) });
  }
  return bands;
}

/** Ratio of distances from which the last row of a band belongs to the next band. */
const MIN_DISTANCE_RATIO = 1.3;

/** The last row of a band if it is closer to the next row: sums below the rows of an invoice. */
function nearerTo({ rows }: Band, row: Cell[]): Cell[] | null {
  const [above, last] = [rows.at(-2)?.[0], rows.at(-1)];
  if (!above || !last?.[0] || !row[0] || last.length !== row.length || row.length < 2) return null;
  return above.y - last[0].y > MIN_DISTANCE_RATIO * (last[0].y - row[0].y) ? last : null;
}

/** The columns of a band with a further row; null if the row fits none of them. */
function withRow({ rows, columns }: Band, row: Cell[]): Span[] | null {
  const added = spansOf(row);
  const gutter = gutterOf(row);
  const sorted = [...columns, ...added].sort((one, other) => one.from - other.from);
  const merged: Span[] = [];
  let firm = 0;
  for (const span of sorted) {
    const last = merged.at(-1);
    const isOld = columns.includes(span) && span.cells > 1;
    if (last && span.from - last.to < (span.begins ? 0 : gutter)) {
      if (isOld && firm > 0) return null;
      firm += isOld ? 1 : 0;
      last.to = Math.max(last.to, span.to);
      last.cells += span.cells;
    } else {
      firm = isOld ? 1 : 0;
      merged.push({ ...span });
    }
  }
  if (merged.length > MAX_COLUMNS) return null;
  // A full line is not part of a column; a short one may be.
  if (merged.length === 1 && (columns.length > 1 || row.length > 1)) return null;
  if (row.length > merged.length && rows.every((one) => one.length === 1)) return null;
  const above = rows.at(-1)?.[0];
  const isFar = above && row[0] && above.y - row[0].y > 6 * Math.max(above.size, row[0].size);
  return isFar ? null : merged;
}

function spansOf(row: Cell[]): Span[] {
  return row.map(({ x, right, begins }) => ({ from: x, to: right, cells: 1, begins }));
}

const gutterOf = (row: Cell[]) => MIN_GUTTER * Math.min(...row.map(({ size }) => size));

/** The index of the column that contains a cell. */
export function columnOf({ x, right }: Cell, columns: Span[]): number {
  const middle = (x + right) / 2;
  let best = 0;
  for (const [index, { from }] of columns.entries()) if (from <= middle) best = index;
  return best;
}
