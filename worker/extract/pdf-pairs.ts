import type { Cell } from './pdf-cell.ts';

export interface Pair {
  key: string;
  value: string;
}

const MAX_LABEL_LETTERS = 34;
const MAX_VALUE_LETTERS = 90;
const MAX_PAIRS = 40;
/** Ratio to the usual type size from which type is a heading. */
const HEADING_RATIO = 1.4;
/** Greatest horizontal distance of a value from the label above it, in points. */
const MAX_OFFSET = 8;

/** The names and values of a form, ticket or invoice: side by side, with a colon, or one above the other. */
export function pdfPairs(rows: Cell[][]): Pair[] {
  const pairs: Pair[] = [];
  const used = new Set<Cell>();
  const sizes = rows.flat().map(({ size }) => size);
  const usual = sizes.sort((a, b) => a - b)[sizes.length >> 1] ?? 0;
  const add = (key: string, value: string, ...cells: Cell[]) => {
    const name = key
      .trimEnd()
      .replace(/[:：]$/u, '')
      .trim();
    const isNew = !pairs.some((pair) => pair.key === name);
    if (pairs.length < MAX_PAIRS && isLabel(name) && value.length <= MAX_VALUE_LETTERS && isNew)
      pairs.push({ key: name, value });
    for (const cell of cells) used.add(cell);
  };
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    const free = row.filter((cell) => !used.has(cell));
    const below = next && free.length > 0 ? valuesBelow(free, next) : null;
    if (below) for (const [label, value] of below) add(label.text, value.text, label, value);
    else for (const [key, value, cells] of sideBySide(free, HEADING_RATIO * usual)) add(key, value, ...cells);
  }
  return pairs;
}

const LABEL_AND_VALUE = /^([^:：]{2,34})[:：]\s+(\S.*)$/u;

function isLabel(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= MAX_LABEL_LETTERS &&
    /\p{L}/u.test(text) &&
    !/\d{3}/.test(text) &&
    !/[.!?]$/.test(text.replace(/\b(?:No|Nr|Tel|St|St[rk])\.$/i, '')) &&
    text.split(' ').length <= 5
  );
}

/** `Seat: 64`, `Seat …… 64`, and several of them in a row. Without a colon, type that is `large` is a heading. */
function* sideBySide(cells: Cell[], large: number): Generator<[string, string, Cell[]]> {
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    const own = LABEL_AND_VALUE.exec(cell.text);
    const next = cells[i + 1];
    // Two texts side by side may both be names: of a company and of its paper.
    const isAlike = next && Math.abs(next.size - cell.size) < 0.15 * cell.size;
    const isValue = isAlike && cell.size < large && !LABEL_AND_VALUE.test(next.text);
    if (own?.[1] && own[2]) yield [own[1], own[2], [cell]];
    else if (
      next &&
      (/[:：]$/u.test(cell.text) || (isValue && cells.length === 2 && /\p{L}/u.test(cell.text)))
    ) {
      yield [cell.text, next.text, [cell, next]];
      i++;
    }
  }
}

/** Least number of labels in a row with values below. One or two may have none: a pass leaves fields empty that do not apply. */
const MIN_BELOW = 3;

/** A row of labels in smaller type with a value below each, as on tickets and boarding passes. */
function valuesBelow(row: Cell[], next: Cell[]): [Cell, Cell][] | null {
  const pairs: [Cell, Cell][] = [];
  for (const label of row) {
    const value = next.find((cell) => Math.abs(cell.x - label.x) < MAX_OFFSET);
    if (!isLabel(label.text) || /[:：]/u.test(label.text)) return null;
    if (!value) continue;
    const near = label.y - value.y < 3.2 * Math.max(label.size, value.size);
    if (!near || value.size < 1.1 * label.size) return null;
    pairs.push([label, value]);
  }
  const isFull = pairs.length === row.length || (pairs.length >= MIN_BELOW && pairs.length === next.length);
  return pairs.length > 0 && isFull ? pairs : null;
}
