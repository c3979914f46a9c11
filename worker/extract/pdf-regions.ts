import { type Band, columnOf, toBands } from './pdf-bands.ts';
import type { Cell } from './pdf-cells.ts';
import { toSections } from './pdf-columns.ts';
import { haveCellsBeside, type PdfTable, tableOf } from './pdf-tables.ts';
import { besideEachOther, isClear } from './pdf-trust.ts';

/**
 * A part of a page: lines that are read one after the other, or a table. `unclear` are the characters in it whose order
 * or column is a guess.
 */
export type Region = { unclear: number } & (
  | { kind: 'lines'; lines: Cell[]; width: number }
  | { kind: 'table'; table: PdfTable }
);

/** Ems between rows of one table: the first ones, and by how much later ones may be farther apart. */
const MAX_PITCH = 5;
const WIDER = 1.7;

/** How deep columns may stand in columns. */
const MAX_DEPTH = 3;

/** A page in the order in which it is read. */
export function toRegions(rows: Cell[][], depth = 0): Region[] {
  if (depth >= MAX_DEPTH) return bandRegions(rows, true);
  return toSections(rows).flatMap((section) =>
    section.kind === 'columns'
      ? section.sides.flatMap((side) => toRegions(side, depth + 1))
      : bandRegions(section.rows, depth > 0),
  );
}

/** @param isProse rows are lines of running text, whose words may be set far apart */
function bandRegions(rows: Cell[][], isProse: boolean): Region[] {
  const regions: Region[] = [];
  const width = widthOf(rows.flat());
  const addLines = (lines: Cell[], unclear = 0) => {
    const last = regions.at(-1);
    if (last?.kind === 'lines') {
      last.lines.push(...lines);
      last.unclear += unclear;
    } else if (lines.length > 0) regions.push({ kind: 'lines', lines: [...lines], width, unclear });
  };
  for (const band of toBands(rows)) {
    if (band.columns.length < 2) {
      addLines(band.rows.map(joined));
      continue;
    }
    for (const group of groupsOf(band)) {
      const table = tableOf(group);
      const unclear = besideEachOther(group);
      if (table) {
        const clear = isClear(table, group, toBands(group)[0]?.columns ?? []);
        regions.push({ kind: 'table', table, unclear: clear ? 0 : unclear });
      } else if (group.length > 1 && !(isProse && !haveCellsBeside(group, band.columns))) {
        for (const column of inColumns({ rows: group, columns: band.columns })) addLines(column.map(joined));
        addLines([], unclear);
      } else addLines(isProse ? group.map(joined) : group.flat(), isProse ? 0 : unclear);
    }
  }
  return regions;
}

/** A line of words that are set far apart. */
function joined(row: Cell[]): Cell {
  const [first] = row as [Cell];
  return row.length === 1
    ? first
    : { ...first, text: row.map(({ text }) => text).join(' '), right: row.at(-1)?.right ?? first.right };
}

/** The rows of each column by itself. */
function inColumns({ rows, columns }: Band): Cell[][][] {
  const sorted: Cell[][][] = columns.map(() => []);
  for (const row of rows) {
    const mine = Map.groupBy(row, (cell) => columnOf(cell, columns));
    for (const [at, cells] of mine) sorted[at]?.push(cells);
  }
  return sorted.filter((column) => column.length > 0);
}

function widthOf(cells: Cell[]): number {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const cell of cells) {
    left = Math.min(left, cell.x);
    right = Math.max(right, cell.right);
  }
  return Math.max(0, right - left);
}

/** Rows that follow each other evenly, some with several cells, as those of a table; the others by themselves. */
function groupsOf({ rows }: Band): Cell[][][] {
  const groups: Cell[][][] = [];
  let pitch = 0;
  let before: Cell[] | undefined;
  for (const row of rows) {
    const group = groups.at(-1);
    const [above, here] = [before?.[0], row[0]];
    before = row;
    const gap = above && here ? above.y - here.y : 0;
    const size = Math.min(above?.size ?? 0, here?.size ?? 0);
    const most = pitch === 0 ? MAX_PITCH * size : Math.max(WIDER * pitch, 2 * size);
    const hasRows = group?.some((one) => one.length > 1) ?? false;
    // A line alone above a table is its heading.
    const belongs =
      group && gap <= most && (hasRows || row.length === 1) && (row.length > 1 || gap < 2 * size);
    if (belongs) {
      group.push(row);
      pitch = Math.max(pitch, gap);
    } else {
      groups.push([row]);
      pitch = 0;
    }
  }
  return groups;
}
