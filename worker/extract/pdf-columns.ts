import type { Cell } from './pdf-cell.ts';

/** Rows that are read from top to bottom, or two columns that are read one after the other. */
export type Section = { kind: 'rows'; rows: Cell[][] } | { kind: 'columns'; sides: [Cell[][], Cell[][]] };

/** Running text in columns: least number of lines, least average of their letters, and the share of the width they fill. */
const MIN_PROSE_LINES = 4;
const MIN_LETTERS = 14;
const MIN_FULL_SHARE = 0.6;
/** Distance in points between the positions that are tried. */
const STEP_POINTS = 2;
/** Share of a page at each edge without a gutter, and share of the rows that may cross a gutter, as headings do. */
const EDGE_SHARE = 0.2;
const MAX_CROSSING_SHARE = 0.25;

/** Divides the rows of a page into sections: columns of running text become a section with two sides. */
export function toSections(rows: Cell[][]): Section[] {
  const gutter = gutterOf(rows);
  if (gutter === null) return [{ kind: 'rows', rows }];
  const sections: Section[] = [];
  let beside: Cell[][] = [];
  const addRows = (more: Cell[][]) => {
    const last = sections.at(-1);
    if (last?.kind === 'rows') last.rows.push(...more);
    else if (more.length > 0) sections.push({ kind: 'rows', rows: [...more] });
  };
  const flush = () => {
    const side = (keep: (cell: Cell) => boolean) =>
      beside.map((row) => row.filter(keep)).filter((row) => row.length > 0);
    const sides: [Cell[][], Cell[][]] = [side(({ x }) => x < gutter), side(({ x }) => x >= gutter)];
    const areColumns = sides.every(isProse) || (sides.some(isProse) && areWrittenApart(sides));
    if (areColumns) sections.push({ kind: 'columns', sides });
    else addRows(beside);
    beside = [];
  };
  for (const row of rows) {
    if (row.some(({ x, right }) => x < gutter && right > gutter)) {
      flush();
      addRows([row]);
    } else beside.push(row);
  }
  flush();
  return sections;
}

/** The place in the middle of a page that the fewest lines cross, in points; null when too many do. */
function gutterOf(rows: Cell[][]): number | null {
  const cells = rows.flat();
  const left = cells.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const right = cells.reduce((most, cell) => Math.max(most, cell.right), Number.NEGATIVE_INFINITY);
  const places = Math.ceil((right - left) / STEP_POINTS);
  if (!(places > 10 && places < 5000)) return null;
  const changes = new Int32Array(places + 2);
  for (const cell of cells) {
    changes[Math.floor((cell.x - left) / STEP_POINTS)]!++;
    changes[Math.ceil((cell.right - left) / STEP_POINTS)]!--;
  }
  let [best, crossing, from, over] = [-1, Number.POSITIVE_INFINITY, 0, 0];
  let widest = 0;
  for (let place = 0; place < places; place++) {
    const before = over;
    over += changes[place]!;
    if (over !== before) from = place;
    if (place < EDGE_SHARE * places || place > (1 - EDGE_SHARE) * places) continue;
    const isWider = over === crossing && place - from > widest;
    if (over < crossing || isWider) [best, crossing, widest] = [(from + place + 1) / 2, over, place - from];
  }
  return best >= 0 && crossing <= MAX_CROSSING_SHARE * rows.length ? left + STEP_POINTS * best : null;
}

/** Whether the file has the whole left side of a page before its right side; a table is written row by row. */
function areWrittenApart([left, right]: [Cell[][], Cell[][]]): boolean {
  if (Math.min(left.length, right.length) < MIN_PROSE_LINES) return false;
  const last = left.flat().reduce((most, { order }) => Math.max(most, order), 0);
  return right.flat().every(({ order }) => order > last);
}

/** Whether rows are running text: most of them fill their column. */
function isProse(rows: Cell[][]): boolean {
  const lines = rows.map((row) => ({ from: row[0]?.x ?? 0, to: row.at(-1)?.right ?? 0, row }));
  const left = lines.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
  const right = lines.reduce((most, { to }) => Math.max(most, to), Number.NEGATIVE_INFINITY);
  const full = lines.filter(({ from, to }) => to - from > MIN_FULL_SHARE * (right - left)).length;
  const letters = rows.flat().reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);
  return (
    rows.length >= MIN_PROSE_LINES &&
    letters >= MIN_LETTERS * rows.flat().length &&
    full >= MIN_FULL_SHARE * rows.length
  );
}
