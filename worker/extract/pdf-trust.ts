import type { Block } from './blocks.ts';
import { columnOf, type Span } from './pdf-bands.ts';
import type { Cell } from './pdf-cell.ts';
import type { Region } from './pdf-region.ts';
import type { PdfTable } from './pdf-tables.ts';

/** Limits of a table that can be set unchanged: columns, and characters of its widest row. */
const MAX_COLUMNS = 7;
const MAX_CHARACTERS = 84;
/** Number of columns from which a table without a header has a header of several lines. */
const MIN_HEADED_COLUMNS = 4;
/** Limits of the shares of a table's cells that are empty, have several figures, or have running text. */
const MAX_EMPTY_SHARE = 0.34;
const MAX_SEVERAL_SHARE = 0.1;
const MAX_PROSE_SHARE = 0.4;
/** Limit of the share of rows with two things in one column. */
const MAX_MIXED_SHARE = 0.08;
/** Average number of letters from which two columns are running text. */
const MIN_PROSE_LETTERS = 28;
/** Limit of the share of a page's letters that are side by side outside of clear tables. */
const MAX_UNCLEAR_SHARE = 0.08;
/** Characters that no font of the project has: icons, and letters of files with a wrong encoding. */
const UNKNOWN_CHARACTER = /[\p{Co}\p{Cn}\ufffd]/u;

// Matches only at the beginning of a run, so that a long run is examined once.
const SEVERAL_FIGURES = /(?<![\d.,%])\d[\d.,%]*\s+[-−$€£]?\d[\d.,%]*\s+[-−$€£]?\d/;
const RUNNING_TEXT = /(?<!\p{L})\p{L}+(?:[\s,;]+\p{L}+){3}/u;

/** Whether a table was read as it is on the page: every cell separately, under one header. */
export function isClear(table: PdfTable, rows: Cell[][], columns: Span[]): boolean {
  if (columns.length > MAX_COLUMNS || widthOf(table) > MAX_CHARACTERS) return false;
  if (columns.length >= MIN_HEADED_COLUMNS && table.header === null) return false;
  const texts = table.rows.flat();
  const share = (kept: (text: string) => boolean) => texts.filter(kept).length / Math.max(1, texts.length);
  const isSparse = columns.length > 2 && share((text) => text === '') > MAX_EMPTY_SHARE;
  if (isSparse || share((text) => SEVERAL_FIGURES.test(text)) > MAX_SEVERAL_SHARE) return false;
  if (columns.length > 2 && share((text) => RUNNING_TEXT.test(text)) > MAX_PROSE_SHARE) return false;
  if (columns.length === 2 && Math.min(...[0, 1].map((at) => lettersIn(table, at))) > MIN_PROSE_LETTERS)
    return false;
  const mixed = rows.filter((row) => new Set(row.map((cell) => columnOf(cell, columns))).size < row.length);
  return mixed.length <= MAX_MIXED_SHARE * rows.length;
}

/** Whether the rows of an invoice are too wide for a page. */
export const isTooWide = (block: Block) =>
  block.kind === 'table' && block.align.length >= MIN_HEADED_COLUMNS && widthOf(block) > MAX_CHARACTERS;

/** Characters of the widest row, with each column as wide as its widest cell. */
function widthOf({ header, rows, align }: PdfTable): number {
  const all = header ? [header, ...rows] : rows;
  return align.reduce((sum, _, at) => sum + 2 + Math.max(...all.map((row) => row[at]?.length ?? 0)), 0);
}

function lettersIn({ rows }: PdfTable, column: number): number {
  return rows.reduce((sum, row) => sum + (row[column]?.length ?? 0), 0) / Math.max(1, rows.length);
}

/** Limits of the letters and columns of a table with rules that can be set again with cells of several lines; of one with narrow columns. */
const MAX_RULED_LETTERS = 900;
const MAX_RULED_COLUMNS = 6;
const MAX_NARROW_COLUMNS = 9;
const MAX_NARROW_CHARACTERS = 96;

/**
 * Whether the text of a page was read reliably: little text is side by side outside of clear tables, and all its larger tables are
 * clear. `byRules`: tables with rules between their rows are clear, too, however long their cells are.
 */
export function isTrusted(regions: Region[], cells: Cell[], { byRules = false } = {}): boolean {
  const unclearIn = (region: Region) => (byRules && isSetByRules(region) ? 0 : region.unclear);
  const isTorn = (region: Region) =>
    region.kind === 'table' && unclearIn(region) > 0 && region.table.align.length >= MIN_HEADED_COLUMNS;
  if (regions.some(isTorn)) return false;
  const unclear = regions.reduce((sum, region) => sum + unclearIn(region), 0);
  const all = cells.reduce((sum, { text }) => sum + text.length, 0);
  return unclear <= MAX_UNCLEAR_SHARE * all && !cells.some(({ text }) => UNKNOWN_CHARACTER.test(text));
}

function isSetByRules(region: Region): boolean {
  if (region.kind !== 'table' || !region.ruled) return false;
  const { rows, header, align } = region.table;
  const letters = [...(header ?? []), ...rows.flat()].join('').length;
  const columns = widthOf(region.table) <= MAX_NARROW_CHARACTERS ? MAX_NARROW_COLUMNS : MAX_RULED_COLUMNS;
  return header !== null && align.length <= columns && letters <= MAX_RULED_LETTERS;
}

/** Number of characters in rows that hold several things. */
export const countLettersSideBySide = (rows: Cell[][]) =>
  rows
    .filter((row) => row.length > 1)
    .flat()
    .reduce((sum, { text }) => sum + text.length, 0);
