import { type Block, cutText, oneLine } from '../blocks.ts';
import type { Json } from './fields.ts';
import { plainName } from './names.ts';
import { isNoise } from './noise.ts';

const MAX_COLUMNS = 8;
const MAX_ROWS = 500;
const MAX_CELL_CHARACTERS = 400;

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;
const cellOf = (value: unknown) =>
  value === null ? '' : oneLine(cutText(String(value), MAX_CELL_CHARACTERS));

/** A list of lists of one length as a table. The first list is the header if it has words above figures. */
export function listsToTable(list: unknown[]): Extract<Block, { kind: 'table' }> | null {
  const [first] = list;
  const columns = Array.isArray(first) ? first.length : 0;
  if (list.length < 2 || list.length > MAX_ROWS || columns < 2 || columns > MAX_COLUMNS) return null;
  const isRow = (row: unknown): row is unknown[] =>
    Array.isArray(row) && row.length === columns && row.every(isPlain);
  if (!list.every(isRow)) return null;
  const [head = [], ...rows] = list.map((row) => row.map(cellOf));
  const hasDigits = (cell: string | undefined) => /\d/.test(cell ?? '');
  const isHeader =
    !head.some(hasDigits) &&
    head.every((cell) => cell !== '') &&
    head.some((_, index) => rows.every((row) => hasDigits(row[index])));
  const align = head.map(() => 'start' as const);
  return { kind: 'table', header: isHeader ? head : null, rows: isHeader ? rows : [head, ...rows], align };
}

const MIN_LISTS = 3;
const MAX_LISTS = 7;
const MAX_LIST_LENGTH = 12;
const MAX_ENTRY_LETTERS = 24;

/** Whether lists of different lengths are columns nevertheless, such as the lessons of each day of a week. */
function areUnevenColumns(object: Json, lists: [string, unknown[]][]): boolean {
  const members = Object.entries(object).filter(([name, value]) => !isNoise(name, value));
  return (
    lists.length === members.length &&
    lists.length >= MIN_LISTS &&
    lists.length <= MAX_LISTS &&
    lists.every(
      ([, list]) =>
        list.length <= MAX_LIST_LENGTH &&
        list.every((one) => typeof one === 'string' && one.length <= MAX_ENTRY_LETTERS),
    )
  );
}

/** Rows of a table that are sent as columns, and the names of the members that they are made of. */
interface Series {
  rows: Json[];
  names: Set<string>;
}

/**
 * Lists of one length side by side as the columns of a table: `{ time: [...], temperature: [...] }`; null for others, and for
 * lists of the same texts in any order, such as the widgets that are chosen and all that there are.
 */
export function seriesOf(object: Json): Series | null {
  const arePlain = (value: unknown): value is unknown[] => Array.isArray(value) && value.every(isPlain);
  const plain = Object.entries(object).flatMap(([name, value]): [string, unknown[]][] =>
    arePlain(value) ? [[name, value]] : [],
  );
  const lists = plain.filter(
    ([name, list]) => list.length > 0 && !/weather_?code|is_day/.test(plainName(name)),
  );
  const length = Math.max(0, ...lists.map(([, list]) => list.length));
  const isEven = lists.every(([, list]) => list.length === length);
  if (lists.length < 2 || length < 2 || !(isEven || areUnevenColumns(object, lists))) return null;
  if (areOfOneSet(lists.map(([, list]) => new Set(list)))) return null;
  const rows = Array.from({ length }, (_, index) =>
    Object.fromEntries(lists.map(([name, list]) => [name, list[index]])),
  );
  return { rows, names: new Set(plain.map(([name]) => name)) };
}

const areOfOneSet = ([first, ...others]: Set<unknown>[]) =>
  others.every(
    (set) => set.size === first?.size && [...set].every((one) => typeof one === 'string' && first.has(one)),
  );
