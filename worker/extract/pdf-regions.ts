import { type Band, columnOf, toBands } from './pdf-bands.ts';
import type { Cell } from './pdf-cell.ts';
import { toSections } from './pdf-columns.ts';
import type { Region } from './pdf-region.ts';
import { haveRules, haveSeveralColumns, tableOf } from './pdf-tables.ts';
import { countLettersSideBySide, isClear } from './pdf-trust.ts';

/** Greatest distance of the first rows of a table, in ems, and the increase that later distances may have. */
const MAX_ROW_DISTANCE = 5;
const MAX_DISTANCE_RATIO = 1.7;

/** Limit of columns nested in columns. */
const MAX_DEPTH = 3;

/** The parts of a page in reading order. */
export function toRegions(rows: Cell[][], depth = 0): Region[] {
  if (depth >= MAX_DEPTH) return bandRegions(rows, true);
  return toSections(rows).flatMap((section) =>
    section.kind === 'columns'
      ? section.sides.flatMap((side) => toRegions(side, depth + 1))
      : bandRegions(section.rows, depth > 0),
  );
}

/** @param isProse rows are running text, whose words may be set far apart */
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
      const unclear = countLettersSideBySide(group);
      if (table) {
        const clear = isClear(table, group, toBands(group)[0]?.columns ?? []);
        regions.push({ kind: 'table', table, unclear: clear ? 0 : unclear, ruled: haveRules(group) });
      } else if (group.length > 1 && !(isProse && !haveSeveralColumns(group, band.columns))) {
        for (const column of rowsByColumn({ rows: group, columns: band.columns }))
          addLines(column.map(joined));
        addLines([], unclear);
      } else addLines(isProse ? group.map(joined) : group.flat(), isProse ? 0 : unclear);
    }
  }
  return regions;
}

/** Joins a line whose words are set far apart. */
function joined(row: Cell[]): Cell {
  const [first] = row as [Cell];
  return row.length === 1
    ? first
    : { ...first, text: row.map(({ text }) => text).join(' '), right: row.at(-1)?.right ?? first.right };
}

/** The rows of each column. */
function rowsByColumn({ rows, columns }: Band): Cell[][][] {
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

/** Separates evenly spaced rows with several cells, which are tables, from the others. */
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
    const most = pitch === 0 ? MAX_ROW_DISTANCE * size : Math.max(MAX_DISTANCE_RATIO * pitch, 2 * size);
    const hasRows = group?.some((one) => one.length > 1) ?? false;
    // A single line above a table is its heading.
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
