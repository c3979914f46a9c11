import { cutText, oneLine } from '../blocks.ts';

/** `feelsLike_c` as `feels like c`; names in capitals, of people and places, and in other scripts stay as they are. */
export function readableName(name: string): string {
  const short = cutText(name, 60);
  const camel = /^\p{Ll}[\p{L}\p{N}]*$/u.test(short);
  const spaced = camel
    ? short.replace(/(?<=[\p{Ll}\p{N}])\p{Lu}(?=\p{Ll}|$)/gu, (hump) => ` ${hump.toLowerCase()}`)
    : short.replace(/[_\s]+/gu, ' ');
  return oneLine(spaced) || short;
}

/** For comparing: lower case, words apart by one underscore. */
export function plainName(name: string): string {
  return name
    .slice(0, 80)
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase();
}

/** The names in one object, for comparing. */
export const plainNames = (object: Record<string, unknown>): ReadonlySet<string> =>
  new Set(Object.keys(object).map(plainName));
