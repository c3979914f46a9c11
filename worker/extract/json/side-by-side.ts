import { countWords } from '#shared/count-words.ts';
import type { Block } from '../blocks.ts';
import { lettersOf, wordLetters } from '../turn-table.ts';
import { type Json, nameOrText } from './fields.ts';
import { plainName } from './names.ts';
import { SELF_EXPLANATORY_NAMES } from './row-notes.ts';

/** Limits of the records beside each other, and of the rows of their table. */
const MAX_RECORDS = 3;
const MIN_ROWS = 5;
const MAX_ROWS = 14;
/** Limits: letters of a name, letters of a line, and lines of a cell. */
const MAX_NAME_LETTERS = 30;
const MAX_LINE_LETTERS = 82;
const MAX_LINES = 2;
/** Share of the records with a value from which it has a row. */
const MIN_FILLED_SHARE = 0.5;

/**
 * Two or three records with many values as a transposed table: each record is a column under its name. Null if they have no short
 * names, if there is no room, or if one has a text to read. Values that are too long for a cell are counted.
 * @param names the columns in their order
 */
export function sideBySide(
  records: Json[],
  fields: Map<string, string>[],
  names: string[],
): { blocks: Block[]; omitted: number } | null {
  if (fields.length < 2 || fields.length > MAX_RECORDS) return null;
  const titles = fields.map((one, at) => nameOrText(records[at]) || (one.get('Names') ?? ''));
  if (titles.some((title) => title === '' || title.length > MAX_NAME_LETTERS)) return null;
  if (new Set(titles).size < titles.length) return null;
  const isTitle = (name: string) => fields.every((one, at) => (one.get(name) ?? titles[at]) === titles[at]);
  const own = names.filter((name) => !isTitle(name));
  if (own.some((name) => SELF_EXPLANATORY_NAMES.test(plainName(name)))) return null;
  const isFilled = (name: string) =>
    fields.filter((one) => one.has(name)).length >= MIN_FILLED_SHARE * fields.length;
  const named = own.filter((name) => name.length <= MAX_NAME_LETTERS && isFilled(name));
  const room =
    Math.floor((MAX_LINE_LETTERS - Math.max(0, ...named.map(({ length }) => length))) / fields.length) - 2;
  const fits = (cell = '') => lettersOf(cell) <= MAX_LINES * room && wordLetters(cell) <= room;
  const shown = named.filter((name) => fields.every((one) => fits(one.get(name)))).slice(0, MAX_ROWS);
  if (shown.length < MIN_ROWS || titles.some((title) => wordLetters(title) > room)) return null;
  const left = own.filter((name) => !shown.includes(name));
  const words = [...left, ...fields.flatMap((one) => left.map((name) => one.get(name) ?? ''))];
  const table: Block = {
    kind: 'table',
    header: ['', ...titles],
    rows: shown.map((name) => [name, ...fields.map((one) => one.get(name) ?? '')]),
    align: ['', ...titles].map(() => 'start' as const),
  };
  return { blocks: [table], omitted: countWords(words.join(' ')) };
}
