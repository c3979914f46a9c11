import type { Block } from './blocks.ts';
import { fitColumns, type TableRoom, USUAL_ROOM } from './fit-columns.ts';
import { lettersOf } from './turn-table.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** Room of a table on a paper; nothing of it is left out. */
const PAPER_ROOM: TableRoom = { ...USUAL_ROOM, notedRows: Number.POSITIVE_INFINITY };
/** Room of a plan, which has all of the panel's width and little space between its columns. */
const PLAN_ROOM: TableRoom = { ...PAPER_ROOM, letters: 82, unbroken: 82, columns: 16, gap: 1 };

/** Fits tables of a paper that have more columns than a page has room for. Nothing in them is left out. */
export const fitPaperTables = (blocks: Block[]): Block[] =>
  blocks.map((block) => {
    if (block.kind !== 'table') return block;
    if (block.align.length > USUAL_ROOM.columns)
      return fitColumns(block, isPlan(block) ? PLAN_ROOM : PAPER_ROOM).block;
    return isWeeklyPlan(block) ? transposed(block) : block;
  });

/** Number of letters from which the cells of a row follow one another on lines. */
const MAX_ROW_LETTERS = 84;

/**
 * Whether a table has a day in each column and is too wide for columns: its corner is empty, and it has fewer rows than columns.
 * Transposed, each of its rows begins with the day.
 */
function isWeeklyPlan({ header, rows, align }: Table): boolean {
  if (header === null || header[0] !== '' || rows.length >= align.length) return false;
  const isNamed = [...header.slice(1), ...rows.map(([name]) => name)].every((name) => name);
  return isNamed && Math.max(...rows.map((row) => lettersOf(row.join('  ')))) > MAX_ROW_LETTERS;
}

const transposed = ({ header, rows }: Table): Table => ({
  kind: 'table',
  header: ['', ...rows.map(([name = '']) => name)],
  rows: (header ?? []).slice(1).map((day, at) => [day, ...rows.map((row) => row[at + 1] ?? '')]),
  align: ['start', ...rows.map(() => 'start' as const)],
});

/** Letters of a short cell, and the least share of short cells and number of rows of a plan. */
const MAX_SHORT_LETTERS = 9;
const MIN_SHORT_SHARE = 0.9;
const MIN_PLAN_ROWS = 4;

/** Whether a table has a name in front of many short cells: a timetable, the days of a year, figures of many years. */
function isPlan({ rows }: Table): boolean {
  const cells = rows.flatMap((row) => row.slice(1));
  const short = cells.filter((cell) => lettersOf(cell) <= MAX_SHORT_LETTERS);
  return rows.length >= MIN_PLAN_ROWS && short.length >= MIN_SHORT_SHARE * cells.length;
}
