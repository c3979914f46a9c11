import { cutText, oneLine } from '../blocks.ts';

/** A number that only puts a name in order: `05. price`. */
const ORDINAL = /^\d{1,3}\.\s+(?=\p{L})/u;
/** `TotalStartTime`; `McDonald` and `iPhone` are names of their own. */
const PASCAL = /^(?:\p{Lu}\p{Ll}{2,}){2,}$/u;

/**
 * `feelsLike_c` as `feels like c`, `05. price` as `price`; names in capitals, of people and places, and in other scripts
 * stay as they are.
 */
export function readableName(name: string): string {
  const short = cutText(name, 60).replace(ORDINAL, '');
  const camel = /^\p{Ll}[\p{L}\p{N}]*$/u.test(short) || PASCAL.test(short);
  const spaced = camel
    ? short.replace(/(?<=[\p{Ll}\p{N}])\p{Lu}(?=\p{Ll}|$)/gu, (hump) => ` ${hump.toLowerCase()}`)
    : short.replace(/[_\s]+/gu, ' ');
  return oneLine(spaced) || short;
}

/** For comparing: lower case, words apart by one underscore. */
export function plainName(name: string): string {
  return name
    .slice(0, 80)
    .replace(ORDINAL, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase();
}

/** The names in one object, for comparing. */
export const plainNames = (object: Record<string, unknown>): ReadonlySet<string> =>
  new Set(Object.keys(object).map(plainName));

/** Names of data are written small; above a table they are a heading. */
export function capitalised(name: string): string {
  const [first = ''] = name;
  return `${first.toUpperCase()}${name.slice(first.length)}`;
}
