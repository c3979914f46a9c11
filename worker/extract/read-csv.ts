import { type Options, parse } from 'csv-parse/sync';
import { UnreadableError } from '../sandbox/errors.ts';
import { type Block, oneLine } from './blocks.ts';

const DELIMITERS = ['\t', ';', ',', '|'];
const MAX_ROWS = 1000;
const MAX_COLUMNS = 30;
const SAMPLE_LINES = 20;
/** The decimal comma of an amount: `84,20 €`. */
const DECIMAL_COMMA = /\p{Nd},\p{Nd}{1,2}(?!\p{Nd})/u;
const LONE_DECIMAL = /(?<!\S)\p{Nd}{1,6},\p{Nd}{1,2}(?!\S)/gu;

export interface Rows {
  block: Extract<Block, { kind: 'table' }>;
  /** Number of rows beyond the limit. */
  omitted: string[][];
}

/**
 * Comma-separated values in any of the usual dialects (RFC 4180, semicolons, tabs).
 * @throws {UnreadableError} when the text has no rows
 */
export function readCsv(text: string): Rows {
  const sample = text.split('\n', SAMPLE_LINES).join('\n');
  const scores = DELIMITERS.map((delimiter) => score(parseRows(sample, delimiter) ?? []));
  const rows = parseRows(text, DELIMITERS[scores.indexOf(Math.max(...scores))] as string);
  if (!rows || rows.length === 0) throw new UnreadableError('the file has no rows');
  return toTable(rows);
}

/** A text whose lines are rows with equal numbers of cells and no sentences; null for any other. */
export function findCsv(text: string): Rows | null {
  const lines = text.split('\n', 10 * SAMPLE_LINES).filter((line) => line.trim() !== '');
  if (lines.length < 3) return null;
  for (const delimiter of DELIMITERS.slice(0, 3)) {
    const sample = lines.slice(0, SAMPLE_LINES);
    // A quoted cell may continue on the next line.
    const isEvery = sample.every((line) => line.includes(delimiter));
    if (!isEvery && !text.includes('"')) continue;
    const rows = parseRows(text, delimiter);
    const count = rows?.[0]?.length ?? 0;
    if (!isEvery && (count < 3 || (rows?.length ?? 0) < 3)) continue;
    if (!rows || count < 2 || rows.some((row) => row.length !== count)) continue;
    if (delimiter === ',' && count === 2 && lines.every((line) => DECIMAL_COMMA.test(line))) continue;
    if (delimiter === ',' && sample.every(hasDecimalsOnly)) continue;
    const prose =
      delimiter === '\t'
        ? 0
        : sample.filter((line) => line.includes(`${delimiter} `) && !line.includes('"')).length;
    const isShort = rows.slice(0, SAMPLE_LINES).every((row) => row.every((cell) => cell.length <= 80));
    if (isShort && prose * 2 < sample.length && (count > 2 || delimiter !== ',' || hasFigures(rows)))
      return toTable(rows);
  }
  return null;
}

/** Whether every comma of a line is that of a decimal between spaces: `7:30 4,2 kg 38,4 °C`. */
const hasDecimalsOnly = (line: string) => !line.replaceAll(LONE_DECIMAL, '').includes(',');

const hasFigures = (rows: string[][]) => rows.slice(1).every((row) => /\d/.test(row.at(-1) ?? ''));

function parseRows(text: string, delimiter: string): string[][] | null {
  const options = {
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    max_record_size: 100_000,
  };
  // Some programs write quotation marks after a space or within a cell.
  const rows = rowsIn(text, options) ?? rowsIn(text, { ...options, ltrim: true, relax_quotes: true });
  return (
    rows
      ?.map((row) => row.slice(0, MAX_COLUMNS).map(oneLine))
      .filter((row) => row.some((cell) => cell !== '')) ?? null
  );
}

function rowsIn(text: string, options: Options): string[][] | null {
  try {
    return parse(text, options);
  } catch {
    return null;
  }
}

/** The score of a delimiter: many columns, and the same number in every row. */
function score(rows: string[][]): number {
  const count = rows[0]?.length ?? 0;
  const alike = rows.filter((row) => row.length === count).length / Math.max(1, rows.length);
  return count < 2 ? 0 : alike * 100 + count;
}

/** The name of a column in words, which can be wrapped: `living_room_temp`. */
const spaced = (name: string) =>
  /^\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+$/u.test(name) ? name.replaceAll('_', ' ') : name;

/** Rows as a table, with the first row as header if it has the names of the columns. */
export function toTable(rows: string[][]): Rows {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const filled = rows.map((row) => Array.from({ length: columns }, (_, index) => row[index] ?? ''));
  const [first = [], ...rest] = filled;
  // A header has only words, and the rows below it do not.
  const isHeader =
    rest.length > 0 &&
    first.every((cell) => !/^[-+]?\d/.test(cell)) &&
    (rest.some((row) => row.some((cell) => /\d/.test(cell))) || first.every((cell) => cell.length <= 24));
  const body = isHeader ? rest : filled;
  const align = first.map((_) => 'start' as const);
  return {
    block: {
      kind: 'table',
      header: isHeader ? first.map(spaced) : null,
      rows: body.slice(0, MAX_ROWS),
      align,
    },
    omitted: body.slice(MAX_ROWS),
  };
}
