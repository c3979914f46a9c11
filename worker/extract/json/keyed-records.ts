import { isObject, type Json } from './fields.ts';
import { isNoise } from './noise.ts';
import { unitIn } from './values.ts';

/** Identifiers that programs use as keys: hashes, UUIDs, hardware addresses. */
const IDENTIFIER =
  /^(?:0x)?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}$|^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^(?:[0-9a-f]{2}[:-]){5,7}[0-9a-f]{2}$/i;

/** The values of an object whose keys are identifiers, as a list; null for any other object. */
export function recordsById(object: Json): Json[] | null {
  const members = Object.entries(object);
  const things = members.map(([, value]) => value).filter(isObject);
  const isKeyed =
    things.length > 0 && things.length === members.length && members.every(([name]) => IDENTIFIER.test(name));
  return isKeyed ? things : null;
}

/** Name of the column that has the keys of the rows. */
export const ROW_NAME = '';
const MIN_ALIKE = 3;
/** Number of members that all objects have in common, and the share of all members that each object has. */
const MIN_COMMON = 2;
const MIN_COMMON_SHARE = 0.6;

/** Limit of the depth at which the main part of a document is searched. */
const MAX_DEPTH = 4;

/**
 * Turns the main part of a document into rows with their keys, if it is an object of similar objects: the dishes of each day, the
 * sensors of each room. A document with more values in other parts is unchanged.
 */
export function mainPartToRows(root: unknown, depth = 0): unknown {
  if (!isObject(root) || depth > MAX_DEPTH) return root;
  const rows = similarToRows(root);
  if (rows !== root) return rows;
  const [most, ...others] = Object.entries(root)
    .filter(([, value]) => isObject(value))
    .map(([name, value]) => ({ name, value, size: sizeOf(value) }))
    .sort((a, b) => b.size - a.size);
  const rest = others.reduce((sum, { size }) => sum + size, Object.keys(root).length - others.length - 1);
  if (!most || most.size < rest) return root;
  return { ...root, [most.name]: mainPartToRows(most.value, depth + 1) };
}

/** Limit of the depth at which values are counted. */
const MAX_COUNTED_DEPTH = 8;

/** Number of plain values within a value; deeper parts count as one. */
function sizeOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_COUNTED_DEPTH) return 1;
  return Object.entries(value).reduce(
    (sum, [name, one]) => sum + (isNoise(name, one) ? 0 : sizeOf(one, depth + 1)),
    0,
  );
}

function similarToRows(object: Json): Json | Json[] {
  const members = Object.entries(object).filter(([name, value]) => !isNoise(name, value));
  const lists = members.map(([, value]) => value).filter(Array.isArray);
  if (members.length < MIN_ALIKE || (lists.length > 0 && lists.length < members.length)) return object;
  const groups = members.map(([name, value]) => ({ name, things: Array.isArray(value) ? value : [value] }));
  const things = groups.flatMap((group) => group.things);
  if (!things.every(isPlainRecord) || areSeries(lists)) return object;
  const names = new Set(things.flatMap((one) => Object.keys(one)));
  const common = Object.keys(things[0] ?? {}).filter((name) =>
    things.every((one) => Object.hasOwn(one, name) && !isNoise(name, one[name] ?? 1)),
  );
  const isAlike = things.every((one) => Object.keys(one).length >= MIN_COMMON_SHARE * names.size);
  if (!isAlike || common.length < MIN_COMMON || things.some((one) => unitIn(one) !== null)) return object;
  return groups.flatMap((group) => group.things.map((one) => ({ [ROW_NAME]: group.name, ...(one as Json) })));
}

/** Whether lists are series of the same times, which are columns rather than groups of rows. */
function areSeries(lists: unknown[][]): boolean {
  const firsts = lists.map(([first]) => (isObject(first) ? Object.values(first)[0] : null));
  return lists.some((list) => list.length > 1) && new Set(firsts).size === 1;
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** Whether a value is a record of plain values, of which some may be in a group. */
const isPlainRecord = (value: unknown): value is Json =>
  isObject(value) &&
  Object.values(value).every((one) => isPlain(one) || (isObject(one) && Object.values(one).every(isPlain)));
