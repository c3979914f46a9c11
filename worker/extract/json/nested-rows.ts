import type { Block } from '../blocks.ts';
import { isObject, type Json } from './fields.ts';
import { readableName } from './names.ts';
import { isNoise } from './noise.ts';

/** Limit of the values of a group besides its rows, and the least ratio of values in the rows to these. */
const MAX_GROUP_VALUES = 2;
const MIN_VALUE_RATIO = 3;
/** Least average number of rows in a group. */
const MIN_ROWS = 2;
/** Limit of the letters of a group's name. */
const MAX_GROUP_LETTERS = 40;

/** Records that are groups of rows: the dishes of each day, the teams of each group. */
interface NestedRows {
  rows: Json[];
  /** Readable names of the columns with the values of the groups. */
  leading: string[];
}

/**
 * The rows of all groups, each with the values of its group before it, if the records have little more than a list each; null
 * for any other records. `listed`: name of the records, which replaces that of a group's value if the rows have the same one.
 */
export function nestedRows(records: Json[], listed: string | undefined): NestedRows | null {
  const groups = records.map(groupOf);
  const names = new Set(groups.map((group) => group?.name));
  const [name] = names;
  if (records.length < 2 || names.size > 1 || name === undefined) return null;
  const lists = groups.flatMap((group) => group?.list ?? []);
  const taken = new Set(lists.flatMap(Object.keys));
  const calledAs = (key: string) => (taken.has(key) ? listed : key);
  const leading = new Set(groups.flatMap((group) => (group?.own ?? []).map(([key]) => calledAs(key))));
  if (lists.length < MIN_ROWS * records.length || leading.size > MAX_GROUP_VALUES || leading.has(undefined))
    return null;
  if ([...leading].some((key) => taken.has(key as string))) return null;
  const rows = groups.flatMap((group) => {
    const own = Object.fromEntries(
      (group?.own ?? []).map(([key, value]) => [calledAs(key) as string, value]),
    );
    return (group?.list ?? []).map((one) => ({ ...own, ...one }));
  });
  return { rows, leading: [...leading].map((key) => readableName(key as string)) };
}

interface Group {
  name: string;
  list: Json[];
  own: [string, unknown][];
}

/** A record as a group of rows; null for one with more values or with other lists. */
function groupOf(record: Json): Group | null {
  const members = Object.entries(record).filter(([name, value]) => !isNoise(name, value));
  const own = members.filter(([, value]) => typeof value !== 'object');
  const [inner, ...others] = members.filter(([, value]) => typeof value === 'object');
  if (!inner || others.length > 0 || own.length === 0 || own.length > MAX_GROUP_VALUES) return null;
  const [name, list] = inner;
  if (!Array.isArray(list) || !list.every(isObject)) return null;
  const within = list.reduce((sum, one) => sum + Object.entries(one).filter(isShown).length, 0);
  const isShort = own.every(([, value]) => String(value).length <= MAX_GROUP_LETTERS);
  return isShort && within >= MIN_VALUE_RATIO * own.length ? { name, list, own } : null;
}

const isShown = ([name, value]: [string, unknown]) => !isNoise(name, value);

/** Removes the values of a group from all of its rows but the first. */
export function removeRepeatedGroupValues(block: Block, leading: string[]): Block {
  const columns = leading.map((name) => (block.kind === 'table' ? (block.header?.indexOf(name) ?? -1) : -1));
  if (block.kind !== 'table' || columns.length === 0 || columns.includes(-1)) return block;
  const rows = block.rows.map((row, at) => {
    const before = block.rows[at - 1];
    const isSame = before !== undefined && columns.every((column) => row[column] === before[column]);
    return isSame ? row.map((cell, column) => (columns.includes(column) ? '' : cell)) : row;
  });
  return { ...block, rows };
}
