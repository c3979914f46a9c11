import { cutText, oneLine } from '../blocks.ts';

/** The first of the parts of a device (Shelly): `switch:0`. */
const FIRST_PART = /^([a-z]\w{1,20}):0$/;
/** A number that only puts a name in order: `05. price`. */
const ORDINAL = /^\d{1,3}\.\s+(?=\p{L})/u;
/** `CONSUMPTION_HIGH`. */
const SHOUTED = /^[A-Z]{2}[A-Z0-9]*(?:_[A-Z0-9]+)+$/;
/** `TotalStartTime`; `McDonald` and `iPhone` are names of their own. */
const PASCAL = /^\p{Lu}\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+$/u;
/** `UVIndexText` and `StatusSNS`: initials beside words. */
const INITIALS = /^(?:\p{Lu}{2,4}(?:\p{Lu}\p{Ll}{2,})+|\p{Lu}\p{Ll}{2,}\p{Lu}{2,4})$/u;
const HUMP = /(?<=\p{Lu})\p{Lu}(?=\p{Ll}{2})\p{Ll}+|(?<=\p{Ll})\p{Lu}(?:\p{Ll}+|\p{Lu}+)/gu;
/** A sign of a quantity: `pH`, `tC`. */
const MARK = /^\p{Ll}\p{Lu}$/u;
/** Characters of a name that pages take. */
const MAX_NAME = 200;

/**
 * `feelsLike_c` as `feels like c`, `05. price` as `price`; names in capitals, of people and places, and in other scripts
 * stay as they are.
 */
export function readableName(name: string): string {
  const given = shortName(name).replace(ORDINAL, '').replace(FIRST_PART, '$1');
  const short = SHOUTED.test(given) ? given.toLowerCase() : given;
  if (MARK.test(short)) return short;
  if (INITIALS.test(short))
    return short.replace(HUMP, (hump) => ` ${/\p{Lu}{2}/u.test(hump) ? hump : hump.toLowerCase()}`);
  const camel = /^\p{Ll}[\p{L}\p{N}]*$/u.test(short) || PASCAL.test(short);
  const spaced = camel
    ? short.replace(/(?<=[\p{Ll}\p{N}])\p{Lu}(?=\p{Ll}|$)/gu, (hump) => ` ${hump.toLowerCase()}`)
    : short.replace(/[_\s]+/gu, ' ');
  return oneLine(spaced) || short;
}

/** The words of a name that pages take. */
export function shortName(name: string): string {
  if (name.length <= MAX_NAME) return name;
  const cut = cutText(name, MAX_NAME);
  const space = cut.lastIndexOf(' ');
  return space > MAX_NAME / 2 ? cut.slice(0, space) : cut;
}

/** For comparing: lower case, words apart by one underscore. */
export function plainName(name: string): string {
  return name
    .slice(0, 80)
    .replace(ORDINAL, '')
    .replace(FIRST_PART, '$1')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase();
}

/** The names in one object, for comparing. */
export const plainNames = (object: Record<string, unknown>): ReadonlySet<string> =>
  new Set(Object.keys(object).map(plainName));

/** Names that say nothing without that of their group: `wind speed`. */
export const VAGUE =
  /^(?:\d{1,4}|speed|gust|all|value|total|min|max|minimum|maximum|avg|mean|rise|set|name|type|x|y|\d+h|home|away|count|status|state|level|date|time|from|to)$/;

/** Names of data are written small; above a table they are a heading. */
export function capitalised(name: string): string {
  const [first = ''] = name;
  return `${first.toUpperCase()}${name.slice(first.length)}`;
}

/** Makes names unique: later members with the same name get a number, so that none replaces another. */
export function apart<T>(members: [string, T][]): [string, T][] {
  const times = new Map<string, number>();
  const taken = new Set(members.map(([name]) => name));
  return members.map(([name, value]) => {
    let count = (times.get(name) ?? 0) + 1;
    if (count > 1) while (taken.has(`${name} ${count}`)) count++;
    times.set(name, count);
    return [count > 1 ? `${name} ${count}` : name, value];
  });
}
