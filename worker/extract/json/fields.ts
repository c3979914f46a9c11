import { cutText, oneLine } from '../blocks.ts';
import { plainName, readableName } from './names.ts';
import { isNoise } from './noise.ts';
import { properName } from './references.ts';
import { stateWords } from './state-words.ts';
import { isUnitName, namedValue, numberText, takesUnit, unitIn } from './values.ts';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A plain value as a text; none for an object, whose `toString` may be anything in a document. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' || value === undefined ? '' : String(value);

/** Members with the name of an object, the best first. */
const NAME_MEMBERS = [
  'friendly_name',
  'name',
  'title',
  'message',
  'label',
  'full_name',
  'display_name',
  'short_name',
  'text',
  'description',
  'main',
  'login',
  'summary',
  'content',
  'value',
  'datetime',
  'date',
];
/** Limit of the entries of a list in one cell. */
export const MAX_LIST = 50;
const DAY = /^date(?:_?time)?$/;
/** A member of an object as a field with a readable name; null if it has neither a name nor a value of its own. */
export function fieldOf(name: string, value: unknown, unit: string | null) {
  if (Array.isArray(value)) {
    const text = value
      .slice(0, MAX_LIST)
      .map((one) => stateWords(name, nameOrText(one)))
      .filter((one) => one !== '')
      .join(', ');
    return text === '' ? null : { name: readableName(name), value: cutText(text, 2000) };
  }
  if (isObject(value)) {
    const inner = unitIn(value);
    // The unit of a missing value is left out.
    if (inner && Object.entries(value).every(([key, one]) => one === null || isUnitName(key))) return null;
    const number = Object.entries(value).find(([key, one]) => takesUnit(key) && numberText(one) !== null);
    if (inner && number) return { name: readableName(name), value: `${numberText(number[1])} ${inner}` };
    const days = Object.entries(value).filter(([key, one]) => DAY.test(plainName(key)) && one !== null);
    // A moment contains its day.
    const day = isMeasured(value) ? null : (days.find(([key]) => /time$/i.test(key)) ?? days[0])?.[1];
    const text = properName(value) ?? (typeof day === 'string' ? day : null);
    return text === null ? null : { name: readableName(name), value: oneLine(cutText(text, 400)) };
  }
  return namedValue(name, value, unit);
}

/** Number of figures from which an object with a day is a measurement on that day. */
const MIN_FIGURES = 2;

const isMeasured = (object: Json) =>
  Object.entries(object).filter(([name, value]) => typeof value === 'number' && !isNoise(name, value))
    .length >= MIN_FIGURES;

/** The name of an object, or a plain value as text. */
export function nameOrText(value: unknown): string {
  if (typeof value === 'string') return isNoise('item', value) ? '' : oneLine(cutText(value, 400));
  if (typeof value === 'number') return String(value);
  if (!isObject(value)) return '';
  const named = new Map<string, unknown>();
  for (const [key, one] of Object.entries(value)) {
    const name = plainName(key);
    if (!named.has(name)) named.set(name, one);
  }
  for (const name of NAME_MEMBERS) {
    const text = named.get(name);
    if (typeof text === 'string' && text.trim() !== '' && !isNoise('item', text))
      return oneLine(cutText(text, 400));
  }
  // A stop of a run is identified by its place.
  const place = value.station ?? value.stop;
  return isObject(place) ? nameOrText(place) : '';
}
