import { isObject, type Json } from './fields.ts';
import { isNoise } from './noise.ts';
import { unitIn } from './values.ts';

/** Names that programs give to things: hashes, UUIDs, addresses of hardware. */
const ID =
  /^(?:0x)?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}$|^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^(?:[0-9a-f]{2}[:-]){5,7}[0-9a-f]{2}$/i;

/** The things that an object keeps by their ids, as a list; null for any other object. */
export function thingsById(object: Json): Json[] | null {
  const members = Object.entries(object);
  const things = members.map(([, value]) => value).filter(isObject);
  const isKeyed =
    things.length > 0 && things.length === members.length && members.every(([name]) => ID.test(name));
  return isKeyed ? things : null;
}

/** The column of the names by which things are kept. */
export const ROW_NAME = '';
const MIN_ALIKE = 3;
/** Members that all of them have in common, and the share of all members that each has. */
const MIN_COMMON = 2;
const COMMON = 0.6;

/** How deep what a document is about may stand in it. */
const MAX_DEPTH = 4;

/**
 * A document that is about things of which it says the same, with them as rows under their names: the dishes of each day, the
 * sensors of each room. Where it says more of something else it stays as it is.
 */
export function mostlyAlikeAsRows(root: unknown, depth = 0): unknown {
  if (!isObject(root) || depth > MAX_DEPTH) return root;
  const rows = alikeAsRows(root);
  if (rows !== root) return rows;
  const [most, ...others] = Object.entries(root)
    .filter(([, value]) => isObject(value))
    .map(([name, value]) => ({ name, value, size: sizeOf(value) }))
    .sort((a, b) => b.size - a.size);
  const rest = others.reduce((sum, { size }) => sum + size, Object.keys(root).length - others.length - 1);
  if (!most || most.size < rest) return root;
  return { ...root, [most.name]: mostlyAlikeAsRows(most.value, depth + 1) };
}

/** How deep plain values are counted. */
const MAX_COUNTED_DEPTH = 8;

/** Plain values in a value; what is deeper counts as one. */
function sizeOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_COUNTED_DEPTH) return 1;
  return Object.entries(value).reduce(
    (sum, [name, one]) => sum + (isNoise(name, one) ? 0 : sizeOf(one, depth + 1)),
    0,
  );
}

function alikeAsRows(object: Json): Json | Json[] {
  const members = Object.entries(object).filter(([name, value]) => !isNoise(name, value));
  const lists = members.map(([, value]) => value).filter(Array.isArray);
  if (members.length < MIN_ALIKE || (lists.length > 0 && lists.length < members.length)) return object;
  const groups = members.map(([name, value]) => ({ name, things: Array.isArray(value) ? value : [value] }));
  const things = groups.flatMap((group) => group.things);
  if (!things.every(isPlainThing) || areCourses(lists)) return object;
  const names = new Set(things.flatMap((one) => Object.keys(one)));
  const common = Object.keys(things[0] ?? {}).filter((name) =>
    things.every((one) => Object.hasOwn(one, name) && !isNoise(name, one[name] ?? 1)),
  );
  const isAlike = things.every((one) => Object.keys(one).length >= COMMON * names.size);
  if (!isAlike || common.length < MIN_COMMON || things.some((one) => unitIn(one) !== null)) return object;
  return groups.flatMap((group) => group.things.map((one) => ({ [ROW_NAME]: group.name, ...(one as Json) })));
}

/** Whether lists are figures of the same times, which are columns beside each other rather than groups of rows. */
function areCourses(lists: unknown[][]): boolean {
  const firsts = lists.map(([first]) => (isObject(first) ? Object.values(first)[0] : null));
  return lists.some((list) => list.length > 1) && new Set(firsts).size === 1;
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** Whether it is a record of values, some of them in a group. */
const isPlainThing = (value: unknown): value is Json =>
  isObject(value) &&
  Object.values(value).every((one) => isPlain(one) || (isObject(one) && Object.values(one).every(isPlain)));
