import type { Block } from '../blocks.ts';
import { isObject, type Json } from './fields.ts';
import { readableName } from './names.ts';
import { isNoise } from './noise.ts';

/** Values that a group of rows says of itself, and how many times as many stand in its rows. */
const MAX_OWN = 2;
const MANY_WITHIN = 3;
/** Rows of a group on average. */
const MIN_ROWS = 2;
/** Letters of what a group is called. */
const MAX_LETTERS = 40;

/** Records that are groups of rows: the dishes of each day, the teams of each group. */
interface NestedRows {
  rows: Json[];
  /** Readable names of what each group says of itself. */
  leading: string[];
}

/**
 * Records that have next to nothing but a list of others, as these, each with what its group says of itself before it; null
 * for any other records. `listed`: what the records are called, for a value whose name its rows have too.
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
  if (lists.length < MIN_ROWS * records.length || leading.size > MAX_OWN || leading.has(undefined))
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

/** A record as a group of rows; null for one that says more of itself or has other lists. */
function groupOf(record: Json): Group | null {
  const members = Object.entries(record).filter(([name, value]) => !isNoise(name, value));
  const own = members.filter(([, value]) => typeof value !== 'object');
  const [inner, ...others] = members.filter(([, value]) => typeof value === 'object');
  if (!inner || others.length > 0 || own.length === 0 || own.length > MAX_OWN) return null;
  const [name, list] = inner;
  if (!Array.isArray(list) || !list.every(isObject)) return null;
  const within = list.reduce((sum, one) => sum + Object.entries(one).filter(isSaid).length, 0);
  const isShort = own.every(([, value]) => String(value).length <= MAX_LETTERS);
  return isShort && within >= MANY_WITHIN * own.length ? { name, list, own } : null;
}

const isSaid = ([name, value]: [string, unknown]) => !isNoise(name, value);

/** A table whose rows say what they are of only where another group of them begins. */
export function saidOnce(block: Block, leading: string[]): Block {
  const columns = leading.map((name) => (block.kind === 'table' ? (block.header?.indexOf(name) ?? -1) : -1));
  if (block.kind !== 'table' || columns.length === 0 || columns.includes(-1)) return block;
  const rows = block.rows.map((row, at) => {
    const before = block.rows[at - 1];
    const isSame = before !== undefined && columns.every((column) => row[column] === before[column]);
    return isSame ? row.map((cell, column) => (columns.includes(column) ? '' : cell)) : row;
  });
  return { ...block, rows };
}
