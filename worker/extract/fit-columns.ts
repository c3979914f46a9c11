import { countWords } from '#shared/count-words.ts';
import type { Block } from './blocks.ts';
import { CURRENCY } from './currency.ts';
import { lettersOf, turnTable, wordLetters } from './turn-table.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** Limits of the columns that stand side by side. */
export interface TableRoom {
  /** Letters of a row, and of its words that cannot be broken. */
  letters: number;
  unbroken: number;
  columns: number;
  /** Letters of the space between two columns. */
  gap: number;
  /** Number of rows up to which the other columns are shown below each row. */
  notedRows: number;
}

export const USUAL_ROOM: TableRoom = { letters: 78, unbroken: 66, columns: 7, gap: 2, notedRows: 30 };

/** Letters of a cell that may wrap, and the least number of columns that are kept. */
const MAX_WRAPPED_LETTERS = 26;
const MIN_COLUMNS = 2;
/** Number of columns up to which cells may take several lines. */
const MAX_WRAPPING_COLUMNS = 5;
/** Number of letters from which a cell is shown in separate lines. */
const MIN_LONG_CELL_LETTERS = 44;
/** A header up to this many letters may be wider than twice the cells below it. */
const MAX_SHORT_HEADER_LETTERS = 4;
/** Header of a column with names. */
const NAME_HEADER = /^(?:names?|title|titel|nombre|nom)$/i;
/** An amount of money, which is shown beside its name. */
const AMOUNT = new RegExp(
  String.raw`^[-−+]?(?:${CURRENCY}\s?)?\d{1,3}(?:[.,’' ]?\d{3}){0,4}[.,]\d\d(?:\s?${CURRENCY})?$`,
  'u',
);
/** Cells for programs. */
const CODED_CELL = /^(?:[0-9a-f]{10,128}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|https?:\S+)$/i;

/** The indexes of columns that repeat an earlier one. */
function repeatsAmong(columns: string[][]): Set<number> {
  const seen = new Set<string>();
  const repeats = new Set<number>();
  for (const [index, cells] of columns.entries()) {
    const all = cells.join('\0');
    if (seen.has(all)) repeats.add(index);
    seen.add(all);
  }
  return repeats;
}

/**
 * Fits a table to the width of a page: the most useful columns are shown side by side, the others below each row. With many rows
 * there is no room for the latter, and their words are counted.
 */
export function fitColumns(table: Table, room = USUAL_ROOM): { block: Table; omitted: number } {
  const count = table.align.length;
  const columns = Array.from({ length: count }, (_, index) => index);
  const cells = columns.map((index) => table.rows.map((row) => row[index] ?? ''));
  const widths = columns.map((index) => {
    let widest = wordLetters(table.header?.[index] ?? '');
    for (const cell of cells[index] as string[])
      widest = Math.max(
        widest,
        Math.min(cell.includes(' ') ? MAX_WRAPPED_LETTERS : MIN_LONG_CELL_LETTERS, lettersOf(cell)),
      );
    return widest + room.gap;
  });
  const unbroken = columns.map((index) =>
    [table.header?.[index] ?? '', ...(cells[index] as string[])].reduce(
      (most, cell) => Math.max(most, wordLetters(cell) + room.gap),
      0,
    ),
  );
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (table.notes || table.rows.length === 0 || count <= MAX_WRAPPING_COLUMNS || total <= room.letters)
    return { block: table, omitted: 0 };
  const turned = room === USUAL_ROOM ? turnTable(table) : null;
  if (turned) return { block: turned, omitted: 0 };
  const isCoded = (index: number) =>
    (cells[index] as string[]).every((cell) => cell === '' || CODED_CELL.test(cell));
  const repeats = repeatsAmong(cells);
  // The first column identifies the rows.
  const first = columns.find((index) => !isCoded(index)) ?? 0;
  const isLesser = (index: number) => {
    const own = cells[index] as string[];
    const said = own.filter((cell) => cell !== '');
    if (index === first) return false;
    return (
      said.length * 2 < own.length ||
      isCoded(index) ||
      said.some((cell) => cell.length > MIN_LONG_CELL_LETTERS) ||
      repeats.has(index) ||
      (own.length > 2 && said.every((cell) => cell === said[0]))
    );
  };
  const isSpread = (index: number) => {
    const widest = Math.max(...(cells[index] as string[]).map(lettersOf));
    return wordLetters(table.header?.[index] ?? '') > 2 * widest + MAX_SHORT_HEADER_LETTERS;
  };
  const isAmount = (index: number) => {
    const said = (cells[index] as string[]).filter((cell) => cell !== '');
    return said.length > 0 && said.every((cell) => AMOUNT.test(cell));
  };
  const isName = (index: number) =>
    index === first || NAME_HEADER.test(table.header?.[index] ?? '') || isAmount(index);
  const telling = columns.filter((index) => !isLesser(index));
  const ordered = [
    ...telling.filter(isName),
    ...telling.filter((index) => !isName(index) && !isSpread(index)),
    ...telling.filter((index) => !isName(index) && isSpread(index)),
    ...columns.filter(isLesser),
  ];
  const shown: number[] = [];
  let letters = 0;
  let least = 0;
  for (const index of ordered) {
    letters += widths[index] as number;
    least += unbroken[index] as number;
    const hasRoom = letters <= room.letters && least <= room.unbroken && shown.length < room.columns;
    if (shown.length >= MIN_COLUMNS && !hasRoom) break;
    shown.push(index);
  }
  shown.sort((a, b) => a - b);
  const rest = columns.filter((index) => !shown.includes(index));
  const isNoted = table.rows.length <= room.notedRows;
  const pick = (row: string[]) => shown.map((index) => row[index] ?? '');
  // Only the first row with a value shows the name of the column.
  const firstOf = new Map(rest.map((index) => [index, cells[index]?.findIndex((cell) => cell !== '') ?? -1]));
  const noteOf = (row: string[], at: number) =>
    rest
      .map((index) => {
        const name = table.header?.[index] ?? '';
        const isEmpty = firstOf.get(index) === -1;
        if (isEmpty) return at === 0 && name !== '' ? `${name} –` : '';
        return [at === firstOf.get(index) ? name : '', row[index]].filter(Boolean).join(' ');
      })
      .filter((said) => said !== '')
      .join(' · ');
  const unsaid = isNoted
    ? []
    : rest.map((index) => [table.header?.[index], ...(cells[index] ?? [])].join(' '));
  return {
    block: {
      kind: 'table',
      header: table.header && pick(table.header),
      rows: table.rows.map(pick),
      align: shown.map(() => 'start' as const),
      ...(isNoted && { notes: table.rows.map(noteOf) }),
    },
    omitted: unsaid.reduce((sum, text) => sum + countWords(text), 0),
  };
}
