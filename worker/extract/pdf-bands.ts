import type { Cell } from './pdf-cells.ts';

/** From where to where something reaches along a line, in points. */
export interface Span {
  from: number;
  to: number;
  /** Cells that it holds. */
  cells: number;
}

/** Rows of a page that share their columns. */
export interface Band {
  rows: Cell[][];
  /** From the left to the right; one where nothing stands side by side. */
  columns: Span[];
}

/** Space between columns, in ems of the smaller type. */
const GUTTER = 0.75;
/** Columns of a page that are looked at. */
const MAX_COLUMNS = 40;

/**
 * The rows of a page in bands, from the top down: a row that crosses the space between columns begins a new one.
 */
export function toBands(rows: Cell[][]): Band[] {
  const bands: Band[] = [];
  let band: Band | undefined;
  for (const row of rows) {
    const columns: Span[] | null = band ? withRow(band, row) : null;
    if (band && columns) {
      band.rows.push(row);
      band.columns = columns;
    } else {
      band = { rows: [row], columns: spansOf(row) };
      bands.push(band);
    }
  }
  return bands;
}

/** The columns of a band when a row is added to it; null where the row belongs to none of them. */
function withRow({ rows, columns }: Band, row: Cell[]): Span[] | null {
  const added = spansOf(row);
  const gutter = gutterOf(row);
  const sorted = [...columns, ...added].sort((one, other) => one.from - other.from);
  const merged: Span[] = [];
  let firm = 0;
  for (const span of sorted) {
    const last = merged.at(-1);
    const isOld = columns.includes(span) && span.cells > 1;
    if (last && span.from - last.to < gutter) {
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
  // A full line is no part of columns; a short one may stand in one of them.
  if (merged.length === 1 && (columns.length > 1 || row.length > 1)) return null;
  if (row.length > merged.length && rows.every((one) => one.length === 1)) return null;
  const above = rows.at(-1)?.[0];
  const isFar = above && row[0] && above.y - row[0].y > 6 * Math.max(above.size, row[0].size);
  return isFar ? null : merged;
}

function spansOf(row: Cell[]): Span[] {
  return row.map(({ x, right }) => ({ from: x, to: right, cells: 1 }));
}

const gutterOf = (row: Cell[]) => GUTTER * Math.min(...row.map(({ size }) => size));

/** Which column a cell stands in. */
export function columnOf({ x, right }: Cell, columns: Span[]): number {
  const middle = (x + right) / 2;
  let best = 0;
  for (const [index, { from }] of columns.entries()) if (from <= middle) best = index;
  return best;
}
