import type { Block } from './blocks.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** Limits: rows and columns of the table, letters of a cell, of a name and of a line. */
const MAX_ROWS = 8;
const MAX_COLUMNS = 16;
const MAX_CELL_LETTERS = 16;
const MAX_NAME_LETTERS = 30;
const MAX_LETTERS = 74;
/** A moment in machine form, which a panel shows as a time or a day. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const MOMENT_LETTERS = 10;

/** Letters of a cell as it is shown. */
export const lettersOf = (cell: string) => (MOMENT.test(cell) ? MOMENT_LETTERS : cell.length);

/** Letters of the longest word, which is not broken. */
export const wordLetters = (text: string) =>
  text.split(/\s+/u).reduce((longest, word) => Math.max(longest, word.length), 0);

/**
 * Transposes a table of few rows and many short cells: the names of the columns one below the other, each row a column. Null if
 * there is no room, or if no column identifies the rows.
 */
export function turnTable({ header, rows }: Table): Table | null {
  if (!header || header.length > MAX_COLUMNS || rows.length > MAX_ROWS) return null;
  const names = rows.map(([name = '']) => name);
  if (names.includes('') || new Set(names).size < names.length) return null;
  if (header.some((name) => name === '' || name.length > MAX_NAME_LETTERS)) return null;
  const widest = rows.map((row) => Math.max(...row.map(lettersOf)));
  const name = Math.max(...header.map((cell) => cell.length));
  const letters = widest.reduce((sum, own) => sum + own + 2, name);
  if (letters > MAX_LETTERS || Math.max(...widest) > MAX_CELL_LETTERS) return null;
  const [corner = '', ...others] = header;
  return {
    kind: 'table',
    header: [corner, ...names],
    rows: others.map((own, at) => [own, ...rows.map((row) => row[at + 1] ?? '')]),
    align: [corner, ...names].map(() => 'start' as const),
  };
}
