import { cutText, oneLine } from '../blocks.ts';

/** The first part of a device (Shelly): `switch:0`. */
const FIRST_PART = /^([a-z]\w{1,20}):0$/;
/** A number that orders names: `05. price`. */
const ORDINAL = /^\d{1,3}\.\s+(?=\p{L})/u;
/** `CONSUMPTION_HIGH`. */
const UPPER_CASE = /^[A-Z]{2}[A-Z0-9]*(?:_[A-Z0-9]+)+$/;
/** `TotalStartTime`; `McDonald` and `iPhone` are proper names. */
const PASCAL_CASE = /^\p{Lu}\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+$/u;
/** `UVIndexText` and `StatusSNS`: initials within words. */
const INITIALS = /^(?:\p{Lu}{2,4}(?:\p{Lu}\p{Ll}{2,})+|\p{Lu}\p{Ll}{2,}\p{Lu}{2,4})$/u;
const HUMP = /(?<=\p{Lu})\p{Lu}(?=\p{Ll}{2})\p{Ll}+|(?<=\p{Ll})\p{Lu}(?:\p{Ll}+|\p{Lu}+)/gu;
/** The symbol of a quantity: `pH`, `tC`. */
const SYMBOL = /^\p{Ll}\p{Lu}$/u;
/** Limit of the characters of a name. */
const MAX_NAME_CHARACTERS = 200;

/**
 * `feelsLike_c` as `feels like c`, `05. price` as `price`. Capitals in names of people and places, and names in other scripts,
 * are unchanged.
 */
export function readableName(name: string): string {
  const given = shortName(name).replace(ORDINAL, '').replace(FIRST_PART, '$1');
  const short = UPPER_CASE.test(given) ? given.toLowerCase() : given;
  if (SYMBOL.test(short)) return short;
  if (INITIALS.test(short))
    return short.replace(HUMP, (hump) => ` ${/\p{Lu}{2}/u.test(hump) ? hump : hump.toLowerCase()}`);
  const camel = /^\p{Ll}[\p{L}\p{N}]*$/u.test(short) || PASCAL_CASE.test(short);
  const spaced = camel
    ? short.replace(/(?<=[\p{Ll}\p{N}])\p{Lu}(?=\p{Ll}|$)/gu, (hump) => ` ${hump.toLowerCase()}`)
    : short.replace(/[_\s]+/gu, ' ');
  return oneLine(spaced) || short;
}

/** A name cut to the limit. */
export function shortName(name: string): string {
  if (name.length <= MAX_NAME_CHARACTERS) return name;
  const cut = cutText(name, MAX_NAME_CHARACTERS);
  const space = cut.lastIndexOf(' ');
  return space > MAX_NAME_CHARACTERS / 2 ? cut.slice(0, space) : cut;
}

/** Limits: characters of a name that are compared, and names whose form is kept. */
const MAX_COMPARED = 80;
const MAX_KEPT = 5000;
const kept = new Map<string, string>();

/** A name in the form for comparisons: lower case, words separated by underscores. Kept, because every rule asks for it. */
export function plainName(name: string): string {
  if (name.length > MAX_COMPARED) return toPlain(name.slice(0, MAX_COMPARED));
  let plain = kept.get(name);
  if (plain === undefined) {
    plain = toPlain(name);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(name, plain);
  }
  return plain;
}

function toPlain(name: string): string {
  return name
    .replace(ORDINAL, '')
    .replace(FIRST_PART, '$1')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase();
}

/** The names of the members of an object in the form for comparisons. */
export const plainNames = (object: Record<string, unknown>): ReadonlySet<string> =>
  new Set(Object.keys(object).map(plainName));

/** Names that are clear only with that of their group: `speed` of `wind`. */
export const VAGUE_NAMES =
  /^(?:\d{1,4}|speed|gust|all|value|total|min|max|minimum|maximum|avg|mean|rise|set|name|type|x|y|\d+h|home|away|count|status|state|level|date|time|from|to)$/;

/** A name with a capital letter, for the heading of a table. Names of data begin with a small letter. */
export function capitalised(name: string): string {
  const [first = ''] = name;
  return `${first.toUpperCase()}${name.slice(first.length)}`;
}

/** Makes names unique: later members with the same name get a number, so that none replaces another. */
export function uniqueNames<T>(members: [string, T][]): [string, T][] {
  const times = new Map<string, number>();
  const taken = new Set(members.map(([name]) => name));
  return members.map(([name, value]) => {
    let count = (times.get(name) ?? 0) + 1;
    if (count > 1) while (taken.has(`${name} ${count}`)) count++;
    times.set(name, count);
    return [count > 1 ? `${name} ${count}` : name, value];
  });
}
