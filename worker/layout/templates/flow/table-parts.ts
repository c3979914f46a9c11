import type { Page } from '../page.ts';
import { isSumOfOthers } from './is-sum.ts';
import { emWidth } from './measure-part.ts';
import { type Cell, createPart, isFirm, type Part, type TableColumns } from './part.ts';

/** A figure with an optional sign, unit and short name: `P 71`. */
const FIGURE =
  /^(?:\p{Lu}{1,3}\s)?[-+−±~≈<>]?\s?[€$£¥₹]?\s?\d[\d.,:'’\s/]*\s?(?:[%‰°€$£¥₹]?\s?\p{L}{0,4}(?:\/\p{L}{1,3})?)$/u;
/** A telephone number, which is not aligned as a figure. */
const DIALLED = /^\+?\d[\d\s/()-]{8,}$/;
const SAYS = /[\p{L}\p{N}]/u;
/** Of a header, and of a sum. */
const STRONG_WEIGHT = 700;
/** Longer names of columns are not repeated in every row. */
const MAX_NAME_LETTERS = 12;
/** Most columns of a table that is no plan. */
const MAX_USUAL_COLUMNS = 7;

/**
 * The rows of a table, the header first. Columns of figures are aligned at their ends; a note follows its row. `mayBePlan`: many
 * columns stand close together.
 */
export function tableParts(
  page: Page,
  header: string[] | null,
  rows: string[][],
  { notes = [], mayBePlan = false }: { notes?: string[]; mayBePlan?: boolean } = {},
): Part[] {
  const count = Math.max(header?.length ?? 0, ...rows.map((row) => row.length));
  const all = header ? [header, ...rows] : rows;
  const isPlan = mayBePlan && count > MAX_USUAL_COLUMNS;
  const isSummed = Array.from({ length: count }, (_, index) => rows.map((row) => row[index] ?? '')).some(
    (cells, index) => index > 0 && isSumOfOthers(cells),
  );
  const isStrong = (at: number) => (header !== null && at === 0) || (isSummed && at === all.length - 1);
  const columns: TableColumns = { natural: [], least: [], firm: [], isPlan };
  const aligns: Cell['align'][] = [];
  for (let index = 0; index < count; index++) {
    // A dash or a bar, where a train does not stop, has the place of a figure.
    const cells = rows.map((row) => row[index] ?? '').filter((cell) => SAYS.test(cell));
    const figures = cells.filter(
      (cell) => FIGURE.test(cell) && !DIALLED.test(cell) && cell.length <= 24,
    ).length;
    aligns.push(index > 0 && figures > 0 && figures >= cells.length * 0.7 ? 'end' : 'start');
    columns.natural.push(Math.max(1, ...all.map((row, at) => width(page, row[index] ?? '', isStrong(at)))));
    const short = cells.filter(isFirm);
    columns.firm.push(Math.max(0, ...short.map((cell) => width(page, cell, false))));
    columns.least.push(
      Math.max(
        1,
        ...all.flatMap((row, at) =>
          (row[index] ?? '').split(/\s+/u).map((word) => width(page, word, isStrong(at))),
        ),
      ),
    );
  }
  const isNamed = header?.every((name) => name.length <= MAX_NAME_LETTERS);
  return all.flatMap((row, at) => {
    const isHeader = header !== null && at === 0;
    const note = isHeader ? '' : (notes[header === null ? at : at - 1] ?? '');
    const set = createPart('', {
      cells: {
        row: aligns.map((align, index) => ({
          text: row[index] ?? '',
          align,
          ...(isNamed && !isHeader && index > 0 && { name: header?.[index] }),
        })),
        columns,
      },
      weight: isStrong(at) ? STRONG_WEIGHT : 400,
      keepsNext: isHeader,
      ...spacingOf(columns, at === 0),
      rule: at === 0 ? 'none' : 'above',
      unit: isHeader ? 'words' : 'items',
    });
    return note === '' ? [set] : [{ ...set, keepsNext: true }, notePart(note)];
  });
}

/** Line height and space above a row, in ems: small where a plan has many rows. */
function spacingOf(columns: TableColumns, isFirst: boolean) {
  if (columns.isPlan) return { lineHeight: 1.2, space: isFirst ? 0.4 : 0.15 };
  return { lineHeight: 1.25, space: isFirst ? 0.7 : 0.55 };
}

const notePart = (note: string) =>
  createPart(note, { scale: 0.9, lineHeight: 1.25, space: 0.15, unit: 'details' });

function width(page: Page, text: string, isStrong: boolean): number {
  return text === '' ? 0 : emWidth(page, text, isStrong ? STRONG_WEIGHT : 400) + 0.02;
}
