import type { Box, Page } from './page.ts';

export interface NamedValue {
  key: string;
  value: string;
}

interface Grid {
  /** Pixels of a value's type. */
  size: number;
  columns: number;
  width: number;
  /** The upper edge of each row below the first one's, in pixels, and the lower edge of the last row. */
  edges: number[];
  /** Whether every name and value fits whole. */
  holdsAll: boolean;
}

/** Most lines of a value. */
const MAX_VALUE_LINES = 2;

/**
 * Puts a small name over each value, in the largest type and the fewest columns at which all fit. `most`: pixels of the largest type. Pairs that do not fit at
 * the smallest size are counted. Returns the lower edge of the grid.
 */
export function putPairsGrid(
  page: Page,
  box: Box,
  pairs: NamedValue[],
  most = page.theme.type.title,
): number {
  if (pairs.length === 0 || box.height < 2 * page.theme.type.small) return box.y;
  const grid = chooseGrid(page, box, pairs, most);
  const { type, gap } = page.theme;
  const rows = grid.edges.length - 1;
  const cells = rows * grid.columns;
  const shown = pairs.length > cells ? pairs.slice(0, Math.max(0, cells - 1)) : pairs;
  const edgeOf = (row: number) => grid.edges[row] ?? 0;
  const place = (index: number) => ({
    x: box.x + (index % grid.columns) * (grid.width + 2 * gap),
    y: box.y + edgeOf(Math.floor(index / grid.columns)),
    width: grid.width,
  });
  const label = labelSize(page, grid.size);
  const labelHeight = Math.round(label * 1.3);
  for (const [index, { key, value }] of shown.entries()) {
    const cell = { ...place(index), height: labelHeight };
    page.text(`key-${index}`, key, cell, { size: label, maxLines: 1, excerpt: true });
    const row = Math.floor(index / grid.columns);
    const height = edgeOf(row + 1) - edgeOf(row) - labelHeight;
    const room = { ...cell, y: cell.y + labelHeight, height };
    page.text(`value-${index}`, value, room, { ...valueStyle(page, grid.size), excerpt: true });
  }
  if (shown.length < pairs.length) {
    const cell = { ...place(shown.length), height: Math.round(type.lead * 1.3) };
    const style = { size: grid.size, smallest: page.theme.floor, maxLines: 1, excerpt: true };
    page.text('more-pairs', `+ ${pairs.length - shown.length}`, { ...cell, y: cell.y + labelHeight }, style);
  }
  return box.y + edgeOf(Math.min(rows, Math.ceil(pairs.length / grid.columns)));
}

/** Whether all pairs fit whole in a grid. */
export function fitsPairsGrid(
  page: Page,
  box: Box,
  pairs: NamedValue[],
  most = page.theme.type.title,
): boolean {
  return chooseGrid(page, box, pairs, most).holdsAll;
}

function valueStyle(page: Page, size: number) {
  return {
    size,
    smallest: Math.max(page.theme.floor, size - 2),
    weight: 700,
    lineHeight: 1.18,
    maxLines: MAX_VALUE_LINES,
  };
}

function labelSize(page: Page, size: number): number {
  return Math.max(page.theme.floor, Math.round(size * 0.68));
}

function chooseGrid(page: Page, box: Box, pairs: NamedValue[], largest: number): Grid {
  const { type, gap, floor } = page.theme;
  const least = Math.max(floor, Math.round(type.small * 0.9));
  const most = Math.max(1, Math.min(4, Math.floor(box.width / (5.5 * type.body))));
  let last: Grid | undefined;
  for (let size = Math.max(least, largest); size >= least; size--) {
    for (let columns = 1; columns <= most; columns++) {
      const width = Math.floor((box.width - (columns - 1) * 2 * gap) / columns);
      const room = { x: 0, y: 0, width, height: 1000 };
      const set = pairs.map(({ value }) =>
        page.measure(value, room, { ...valueStyle(page, size), smallest: undefined }),
      );
      const heightOf = (some: { lines: number }[]) =>
        Math.round(
          labelSize(page, size) * 1.3 + Math.max(...some.map(({ lines }) => lines)) * size * 1.18 + gap * 0.9,
        );
      const edges = rowEdges(set, columns, heightOf, box.height + gap);
      last = { size, columns, width, edges, holdsAll: false };
      const isBroken =
        size > least && pairs.some(({ value }) => page.lines(value, width, { size, weight: 700 }).broken);
      const label = { size: labelSize(page, size), maxLines: 1 };
      last.holdsAll =
        (edges.length - 1) * columns >= pairs.length &&
        (edges.at(-1) ?? 0) <= box.height + gap &&
        !set.some((one) => one.cut) &&
        !pairs.some(({ key }) => page.measure(key, room, label).cut);
      if (last.holdsAll && !isBroken) return last;
    }
  }
  return last as Grid;
}

/** The edges of rows that are as high as their highest cell, as far as there is room, but of one row at least. */
function rowEdges<Cell>(
  cells: Cell[],
  columns: number,
  heightOf: (row: Cell[]) => number,
  room: number,
): number[] {
  const edges = [0];
  for (let from = 0; from < cells.length; from += columns) {
    const edge = (edges.at(-1) ?? 0) + heightOf(cells.slice(from, from + columns));
    if (edge > room && from > 0) break;
    edges.push(edge);
  }
  return edges;
}
