import { type Block, oneLine } from './blocks.ts';
import { datedRows } from './dated-rows.ts';
import { leaderRows } from './leader-rows.ts';
import { packedRows } from './packed-rows.ts';
import { toTable } from './read-csv.ts';

type Table = Extract<Block, { kind: 'table' }>;

const MIN_ROWS = 3;
const MIN_CELLS = 3;
const MAX_ROWS = 400;
const MAX_CELLS = 30;
const MAX_CELL_LETTERS = 60;
const MAX_LINE_LETTERS = 400;
/** Tabs within a line. An indented line has tabs at its beginning only. */
const INNER_TAB = /\S[^\t]*\t+[^\t]*\S|^\t+\S[^\t]*\t|^\S[^\t]*\t{2,}$/u;
/** An item, a heading or a quotation. */
const MARKED_LINE = /^\s*(?:[-*+•·#>] |\d{1,3}[.)] |\[[ xX]?\])/u;

/**
 * Reads rows between other lines from a line on: cells separated by tabs, semicolons or commas, or figures separated by single
 * spaces. The block is null if the lines up to `end` are not rows.
 */
export function readRows(lines: string[], start: number): { block: Table | null; end: number } {
  const line = lines[start] as string;
  // Before the commas, which may be those of decimals.
  for (const { rows, end } of [datedRows(lines, start), leaderRows(lines, start)])
    if (rows.length > 0) return { block: toTable(rows).block, end };
  for (const [mark, read] of [
    ['\t', tabbedRows],
    [';', markedRows],
    [',', markedRows],
  ] as const) {
    const { rows, end } = line.includes(mark) ? read(lines, start, mark) : { rows: [], end: start };
    if (rows.length >= MIN_ROWS) return { block: toTable(rows).block, end };
    // The lines between are examined once.
    if (mark === '\t' && end - start > 1) return { block: null, end };
  }
  const { rows, end } = packedRows(lines, start);
  return rows.length >= MIN_ROWS ? { block: toTable(rows).block, end } : { block: null, end: start + 1 };
}

interface Run {
  rows: string[][];
  end: number;
}

/** Rows as copied from a spreadsheet: cells may be empty, and rows shorter than others. */
function tabbedRows(lines: string[], start: number): Run {
  let end = start;
  while (
    end < lines.length &&
    end - start < MAX_ROWS &&
    INNER_TAB.test((lines[end] as string).slice(0, MAX_LINE_LETTERS))
  )
    end++;
  const rows = lines.slice(start, end).map((line) => line.split('\t').map(oneLine));
  const columns = Math.max(0, ...rows.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
  const full = rows.filter((row) => row.filter((cell) => cell !== '').length > 1).length;
  const isTable =
    columns >= MIN_CELLS && columns <= MAX_CELLS && 2 * full >= rows.length && rows.flat().every(isCell);
  return { rows: isTable ? rows.map((row) => row.slice(0, columns)) : [], end };
}

/** Rows with as many cells as the first, without a space after the separator, which sentences have. */
function markedRows(lines: string[], start: number, mark: string): Run {
  const cellsOf = (line: string) =>
    line.length > MAX_LINE_LETTERS || MARKED_LINE.test(line) ? [] : line.split(mark);
  const count = cellsOf(lines[start] as string).length;
  if (count < MIN_CELLS || count > MAX_CELLS) return { rows: [], end: start };
  const rows: string[][] = [];
  for (let at = start; at < lines.length && rows.length < MAX_ROWS; at++) {
    const cells = cellsOf(lines[at] as string);
    const isRow = cells.length === count && cells.every(isCell) && !cells.slice(1).some(beginsWithSpace);
    if (!isRow) break;
    rows.push(cells.map(oneLine));
  }
  return { rows, end: start + rows.length };
}

const isCell = (cell: string) => cell.length <= MAX_CELL_LETTERS;
const beginsWithSpace = (cell: string) => cell.startsWith(' ');
