import type { Block, CellAlign } from './blocks.ts';
import { columnOf, type Span, toBands } from './pdf-bands.ts';
import type { Cell } from './pdf-cell.ts';

export type PdfTable = Extract<Block, { kind: 'table' }>;

/** Greatest distance, in ems, of a line with one cell that continues the row above. */
const MAX_CONTINUED_DISTANCE = 1.5;
/** Distance of rows below which they are text: two blocks side by side, not a table. */
const MIN_ROW_DISTANCE = 1.5;
const MAX_BLOCK_ROWS = 8;
/** Least number of columns of a table in which several cells may have a second line. */
const MIN_WIDE_COLUMNS = 5;
const FIGURE = /\d/;
const AMOUNT = /^[-−+]?[€$£¥]?\s?\d[\d.,'’]*(?:\s?\S{1,3})?$/u;

interface Row {
  cells: (Cell | null)[];
  texts: string[];
}

/** Converts rows to a table; null for a single row, and for blocks of lines side by side. */
export function tableOf(rows: Cell[][]): PdfTable | null {
  const columns = toBands(rows)[0]?.columns ?? [];
  if (columns.length < 2 || !haveSeveralColumns(rows, columns) || areBlocks(rows, columns)) return null;
  const made: Row[] = [];
  const isRuled = haveRules(rows);
  let above: Cell | undefined;
  for (const row of rows) {
    const cells: (Cell | null)[] = columns.map(() => null);
    const texts = columns.map(() => '');
    for (const cell of row) {
      const at = columnOf(cell, columns);
      cells[at] ??= cell;
      texts[at] = [texts[at], cell.text].filter(Boolean).join(' ');
    }
    const last = made.at(-1);
    const [only] = row;
    const isClose = above && only && above.y - only.y < MAX_CONTINUED_DISTANCE * only.size;
    const goesOn = isRuled
      ? !row.some(({ ruled }) => ruled)
      : row.length === 1 || continuesRow(last, { cells, texts });
    if (last && isClose && goesOn) for (const cell of row) continueCell(last, columnOf(cell, columns), cell);
    else made.push({ cells, texts });
    above = only;
  }
  const header = headerOf(made);
  const body = header ? made.slice(1) : made;
  return {
    kind: 'table',
    header,
    rows: body.map(({ texts }) => texts),
    align: columns.map((_, at) => alignOf(body.map(({ cells }) => cells[at] ?? null))),
  };
}

/** Whether at least two rows have cells in several columns, rather than words that are far apart. */
export function haveSeveralColumns(rows: Cell[][], columns: Span[]): boolean {
  const wide = rows.filter((row) => new Set(row.map((cell) => columnOf(cell, columns))).size > 1);
  return wide.length > 1;
}

/** Least number of rules by which the rows of a table are known. */
const MIN_RULES = 2;

/** Whether rules separate the rows of a table: a cell without a rule above it continues the one above. */
export function haveRules(rows: Cell[][]): boolean {
  const ruled = rows.filter((row) => row.some((cell) => cell.ruled)).length;
  return ruled >= MIN_RULES && 3 * ruled >= rows.length;
}

/** Whether several cells of a wide table continue on the next line. The cell that identifies the row, and figures, do not. */
function continuesRow(last: Row | undefined, { texts }: Row): boolean {
  const above = last?.texts ?? [];
  const own = texts.filter((text) => text !== '').length;
  return (
    texts.length >= MIN_WIDE_COLUMNS &&
    own * 2 <= texts.length &&
    above[0] !== '' &&
    texts[0] === '' &&
    texts.every(
      (text, at) => text === '' || (above[at] !== '' && !(AMOUNT.test(text) && AMOUNT.test(above[at] ?? ''))),
    )
  );
}

/** Continues a cell with the text of the next line; text in another size or weight does not belong to it. */
function continueCell(row: Row, at: number, cell: Cell): void {
  const above = row.cells[at];
  const isSame = above && Math.abs(above.size - cell.size) < 0.1 * cell.size && above.bold === cell.bold;
  const before = row.texts[at];
  row.texts[at] = before ? `${before}${isSame ? ' ' : ' · '}${cell.text}` : cell.text;
  row.cells[at] ??= cell;
}

/** Whether two columns are blocks of lines, such as a sender and facts of the paper, rather than names and values. */
function areBlocks(rows: Cell[][], columns: Span[]): boolean {
  if (columns.length > 2 || rows.length > MAX_BLOCK_ROWS) return false;
  const isText = rows.every((row, at) => {
    const [above, here] = [rows[at - 1]?.[0], row[0]];
    return !above || !here || above.y - here.y < MIN_ROW_DISTANCE * Math.max(above.size, here.size);
  });
  if (!isText) return false;
  const [names, values] = [0, 1].map((at) =>
    rows.flatMap((row) => row.filter((cell) => columnOf(cell, columns) === at)),
  ) as [Cell[], Cell[]];
  const areNames = names.every(({ text }) => !/\d{2}/.test(text) || /[:：]$/u.test(text));
  const amounts = values.filter(({ text }) => AMOUNT.test(text)).length;
  if (amounts * 2 > values.length) return false;
  const figures = values.filter(({ text }) => FIGURE.test(text)).length;
  const areLabelled = names.filter(({ text }) => /[:：]$/u.test(text)).length * 2 > names.length;
  return !(areLabelled || (areNames && figures * 2 >= values.length));
}

/** The first row as header, if it is bold or the only one without figures. */
function headerOf([first, ...others]: Row[]): string[] | null {
  if (!first || others.length === 0) return null;
  const cells = first.cells.filter((cell) => cell !== null);
  if (cells.length < 2) return null;
  const isBold = (row: Row) => row.cells.every((cell) => cell === null || cell.bold);
  if (isBold(first) && !isBold(others[0] as Row)) return first.texts;
  const hasFigure = ({ texts }: Row) => texts.some((text) => FIGURE.test(text));
  return cells.length > 2 && !hasFigure(first) && others.every(hasFigure) ? first.texts : null;
}

/** Right-aligns columns of figures. */
function alignOf(cells: (Cell | null)[]): CellAlign {
  const present = cells.filter((cell) => cell !== null);
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
  if (present.length < 2) return present[0] && /^[-+]?\d[\d.,]*$/.test(present[0].text) ? 'end' : 'start';
  const atEnd = spread(present.map(({ right }) => right));
  const atStart = spread(present.map(({ x }) => x));
  return atEnd < atStart && atEnd < 4 ? 'end' : 'start';
}
