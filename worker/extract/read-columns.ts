import { type Block, oneLine } from './blocks.ts';

type Columns = Extract<Block, { kind: 'table' | 'code' }>;

const MAX_LINE = 200;
const MAX_LINES = 400;
const MIN_ROWS = 3;
/** Number of failed lines that may be read again from the next line on. Without a limit, the time would be quadratic. */
const MAX_RETRIES = 4;
/** Number of spaces that separate columns. */
const MIN_GAP = 2;
/** Least share of the lines with more than one cell. */
const MIN_MULTICELL_SHARE = 0.5;
/** Greatest share of cells that contain another column. */
const MAX_HIDDEN_SHARE = 0.15;
const RULE = /^\s{0,40}[-=_*.–—]{4,200}(?: {1,4}[-=_]{2,200}){0,30}\s{0,4}$/u;
const CELL_GAP = /\S {2,}\S/;
/** Words with single spaces between them. */
const CELL = /\S+(?: \S+)*/gu;
const HIDDEN_COLUMN = /\S {3,}\S/;
/** An amount alone on its line, far from the margin, below its name. */
const AMOUNT_BELOW = /^( {8,60})([-−+]?[€$£]?\d[\d.]{0,9}[.,]\d\d(?:\s?\S{1,3}){0,2})\s{0,9}$/u;
/** Lines that are not cells of a table: items, headings, and lines with other marks. */
const MARKED_LINE = /[\t|│┃║]|^\s*(?:[-*+•·#>] |\d{1,3}[.)] |\[[ xX]?\])/u;
const FIGURE = /^[-−+]?[€$£¥]?\s?\d[\d.,\s]{0,14}(?:\s?(?:[€$£¥%]|\p{L}{1,3}))?$/u;
const NAME_AND_FIGURE = /\S {2,40}[-−+]?[€$£¥]?\d[\d.,]{0,14}\s{0,9}$/u;
const DIGIT = /\p{Nd}/u;
/** A value after a colon that is aligned with others. */
const AFTER_COLON = /^[:：]/u;
const DASH = /^[-–—]$/u;
/** A figure without spaces, or none. */
const CLOSE_FIGURE = /^(?:[-−+]?\d[\d.,:%]{0,14}|[-–—]?)$/u;

/**
 * Reads a table with columns separated by spaces from a line on, as in timetables, price lists, receipts and terminals. If a
 * column contains another one, the lines are kept as code. The block is null if the lines are not a table.
 */
export function readColumns(lines: string[], start: number): { block: Columns | null; end: number } {
  const none = { block: null, end: start + 1 };
  if (!isRow(lines[start] ?? '') || !CELL_GAP.test((lines[start] as string).trim())) return none;
  let gaps: boolean[] = [];
  let before = 0;
  const rows: string[] = [];
  let end = start;
  for (; end < lines.length && rows.length < MAX_LINES; end++) {
    const line = lines[end] as string;
    if (RULE.test(line) && rows.length > 0) continue;
    if (!isRow(line)) break;
    const narrowed = rows.length === 0 ? blanksOf(line) : bothBlank(gaps, line);
    const count = columnsOf(narrowed).length;
    const isAlone = !CELL_GAP.test(line.trim());
    if (rows.length > 0 && (count < 2 || (isAlone && count < before))) break;
    gaps = narrowed;
    before = count;
    rows.push(line);
  }
  const columns = columnsOf(gaps).flatMap((column) => figuresIn(column, gaps, rows));
  const cells = rows.map((row) => columns.map(([from, to]) => oneLine(row.slice(from, to))));
  const full = cells.filter((row) => row.filter((cell) => cell !== '').length > 1).length;
  const past = { block: null, end };
  if (full < MIN_ROWS) return end - start > MAX_RETRIES ? past : none;
  if (columns.length < 2 || full < MIN_MULTICELL_SHARE * rows.length) return past;
  // Names and figures are read as pairs.
  if (columns.length === 2 && cells.every(([name, figure = '']) => name !== '' && FIGURE.test(figure)))
    return past;
  if (columns.length === 2 && cells.every(([, value = '']) => AFTER_COLON.test(value))) return past;
  const torn = cells.filter((row, at) => row[1] === '' && NAME_AND_FIGURE.test(rows[at] as string)).length;
  if (columns.length === 2 && torn > MAX_HIDDEN_SHARE * rows.length) return past;
  const parts = rows.flatMap((row) => columns.map(([from, to]) => row.slice(from, to)));
  const hidden = parts.filter((part) => HIDDEN_COLUMN.test(part.trim())).length;
  if (columns.length <= 2 || hidden <= MAX_HIDDEN_SHARE * rows.length) return { block: tableOf(cells), end };
  const begun = cellsByBegin(rows);
  return { block: begun ? tableOf(begun) : { kind: 'code', text: rows.join('\n') }, end };
}

function tableOf(cells: string[][]): Columns {
  const [head = [], ...body] = cells;
  const isHeaded = isHead(head, body);
  return {
    kind: 'table',
    header: isHeaded ? head : null,
    rows: isHeaded ? body : cells,
    align: head.map(() => 'start' as const),
  };
}

/** Cells by the positions at which they begin, if those of the longest row fit all. A wide cell may leave little space after it. */
function cellsByBegin(rows: string[]): string[][] | null {
  const found = rows.map((row) => [...row.matchAll(CELL)].map(({ 0: text, index }) => ({ text, index })));
  const begins = found
    .reduce((most, row) => (row.length > most.length ? row : most), [])
    .map(({ index }) => index);
  if (found.some((row) => row.some(({ index }) => !begins.includes(index)))) return null;
  return found.map((row) => begins.map((begin) => row.find(({ index }) => index === begin)?.text ?? ''));
}

/** Joins amounts that are alone on a line, as on receipts, to the line above. */
export function joinAmountLines(lines: string[]): string[] {
  const isBelow = (at: number) => AMOUNT_BELOW.test(lines[at] ?? '') && isNamed(lines[at - 1] ?? '');
  if (lines.filter((_, at) => isBelow(at)).length < 2) return lines;
  const joined: string[] = [];
  for (const [at, line] of lines.entries()) {
    const [, indent = '', amount = ''] = isBelow(at) ? (AMOUNT_BELOW.exec(line) ?? []) : [];
    const before = joined.at(-1) ?? '';
    if (amount !== '' && before.length <= MAX_LINE) {
      const from = Math.max(indent.length, before.trimEnd().length + MIN_GAP);
      joined[joined.length - 1] = `${before.trimEnd().padEnd(from)}${amount}`;
    } else joined.push(line);
  }
  return joined;
}

const isNamed = (line: string) => /\p{L}/u.test(line) && !CELL_GAP.test(line.trim());

const isRow = (line: string) => line.trim() !== '' && line.length <= MAX_LINE && !MARKED_LINE.test(line);

function blanksOf(line: string): boolean[] {
  return Array.from({ length: MAX_LINE }, (_, at) => (line[at] ?? ' ') === ' ');
}

const bothBlank = (gaps: boolean[], line: string) =>
  gaps.map((isBlank, at) => isBlank && (line[at] ?? ' ') === ' ');

/** The ranges of columns: between blanks that are wide enough in all lines. */
function columnsOf(blanks: boolean[], apart = MIN_GAP): [number, number][] {
  const columns: [number, number][] = [];
  let from = -1;
  let blank = 0;
  for (const [at, isBlank] of blanks.entries()) {
    if (isBlank) {
      blank++;
      continue;
    }
    const last = columns.at(-1);
    if (from >= 0 && blank < apart && last) last[1] = at + 1;
    else columns.push([at, at + 1]);
    from = at;
    blank = 0;
  }
  return columns;
}

/** Splits a column with figures that have one space between them (`GF GA`). */
function figuresIn([from, to]: [number, number], gaps: boolean[], rows: string[]): [number, number][] {
  const parts = columnsOf(
    gaps.map((isBlank, at) => isBlank || at < from || at >= to),
    1,
  );
  const areFigures = rows
    .slice(1)
    .every((row) => parts.every(([start, end]) => CLOSE_FIGURE.test(row.slice(start, end).trim())));
  // Dashes between figures belong to one value: `1 - 0 - 1`.
  const isDashed = parts.some(([start, end]) => rows.every((row) => DASH.test(row.slice(start, end).trim())));
  return parts.length > 1 && areFigures && !isDashed ? parts : [[from, to]];
}

/** Whether the first line is the header: it has no figures, and a column below it has some. */
export function isHead(head: string[], body: string[][]): boolean {
  const named = head.filter((cell) => cell !== '');
  if (named.length < 2 || named.some((cell) => DIGIT.test(cell))) return false;
  return head.some(
    (cell, at) => cell !== '' && body.filter((row) => DIGIT.test(row[at] ?? '')).length * 2 >= body.length,
  );
}
