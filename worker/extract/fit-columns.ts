import { countWords } from '#shared/count-words.ts';
import type { Block } from './blocks.ts';
import { CURRENCY } from './currency.ts';
import { lettersOf, turnTable, wordLetters } from './turn-table.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** Limits: letters of a row, of its unbroken words, and of a cell that may wrap; least number of columns that are kept. */
const MAX_LETTERS = 78;
const MAX_UNBROKEN_LETTERS = 66;
const MAX_WRAPPED_LETTERS = 26;
const MIN_COLUMNS = 2;
/** Number of columns up to which cells may take several lines. */
const MAX_WRAPPING_COLUMNS = 5;
const MAX_COLUMNS = 7;
/** Number of letters from which a cell is shown in separate lines. */
const MIN_LONG_CELL_LETTERS = 44;
/** Number of rows up to which the other columns are shown below each row. */
const MAX_NOTED_ROWS = 30;
/** A header up to this many letters may be wider than twice the cells below it. */
const MAX_SHORT_HEADER_LETTERS = 4;
/** Header of a column with names. */
const NAME = /^(?:names?|title|titel|nombre|nom)$/i;
/** An amount of money, which is shown beside its name. */
const AMOUNT = new RegExp(
  String.raw`^[-−+]?(?:${CURRENCY}\s?)?\d{1,3}(?:[.,’' ]?\d{3}){0,4}[.,]\d\d(?:\s?${CURRENCY})?$`,
  'u',
);
/** Cells for programs. */
const CODED = /^(?:[0-9a-f]{10,128}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|https?:\S+)$/i;

/** Fits tables of a paper to the width of a page. No words are left out. */
export const fitPaperTables = (blocks: Block[]): Block[] =>
  blocks.map((block) => {
    if (block.kind !== 'table') return block;
    if (block.align.length > MAX_COLUMNS) return fitColumns(block, Number.POSITIVE_INFINITY).block;
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
export function fitColumns(table: Table, maxNoted = MAX_NOTED_ROWS): { block: Table; omitted: number } {
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
    return widest + 2;
  });
  const unbroken = columns.map((index) =>
    [table.header?.[index] ?? '', ...(cells[index] as string[])].reduce(
      (most, cell) => Math.max(most, wordLetters(cell) + 2),
      0,
    ),
  );
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (table.notes || table.rows.length === 0 || count <= MAX_WRAPPING_COLUMNS || total <= MAX_LETTERS)
    return { block: table, omitted: 0 };
  const turned = maxNoted === MAX_NOTED_ROWS ? turnTable(table) : null;
  if (turned) return { block: turned, omitted: 0 };
  const isCoded = (index: number) =>
    (cells[index] as string[]).every((cell) => cell === '' || CODED.test(cell));
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
    index === first || NAME.test(table.header?.[index] ?? '') || isAmount(index);
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
    const hasRoom = letters <= MAX_LETTERS && least <= MAX_UNBROKEN_LETTERS && shown.length < MAX_COLUMNS;
    if (shown.length >= MIN_COLUMNS && !hasRoom) break;
    shown.push(index);
  }
  shown.sort((a, b) => a - b);
  const rest = columns.filter((index) => !shown.includes(index));
  const isNoted = table.rows.length <= maxNoted;
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
