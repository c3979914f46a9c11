import { textOf } from '../fields.ts';
import { isEpoch, momentOf } from '../noise.ts';
import { formatWithUnit } from '../units.ts';
import { bytesOf, clockOf, durationOf, roundedNumber } from '../values.ts';
import type { Form, Place } from './sender.ts';

/** Formats of values whose names do not define them. */

export const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** A number as `write` writes it; null for anything else. */
const formatNumber =
  (write: (value: number) => string | null): Form =>
  (value) => {
    const number = numberOf(value);
    return number === null ? null : write(number);
  };

/** With a unit, once it is multiplied and rounded to so many digits. */
export const unit = (sign: string, { times = 1, digits = 2 }: { times?: number; digits?: number } = {}) =>
  formatNumber((value) => formatWithUnit(roundedNumber(Number((value * times).toFixed(digits))), sign));

export const rounded = (digits: number) => formatNumber((value) => String(Number(value.toFixed(digits))));

/** A size in units of so many bytes. */
export const bytes = (each = 1) => formatNumber((value) => bytesOf(value * each));

/** A span of time in units of so many seconds. */
export const duration = (each = 1) => formatNumber((value) => durationOf(value * each));

/** A place in a recording, in units of so many seconds. */
export const clockTime = (each = 0.001) => formatNumber((value) => clockOf(value * each));

/** A part of one. */
export const percentOfOne = unit('%', { times: 100, digits: 1 });

/** Nothing for 0. */
export const unlessZero =
  (form: Form): Form =>
  (value, at) =>
    numberOf(value) === 0 ? null : form(value, at);

/** Seconds or thousandths since 1970 as a moment. */
export const moment = formatNumber((value) => (isEpoch(Math.round(value)) ? momentOf(value) : null));

/** The day of a moment. */
export const day: Form = (value) =>
  typeof value === 'string' ? (/^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? value) : null;

/** A state that its sender writes in capitals. */
export const lowerCase: Form = (value) =>
  typeof value === 'string' ? value.toLowerCase().replaceAll('_', ' ') : null;

/** One or several names of a program: `front_yard`. */
export const spaced: Form = (value) => [value].flat().map(textOf).join(', ').replaceAll('_', ' ') || null;

/** Nothing for false. */
export const ifTrue: Form = (value) => (value === true ? 'true' : null);

/** An amount in the currency at a place, in units of which so many make one. */
export const money =
  (currency: Place, parts = 1): Form =>
  (value, at) => {
    const number = numberOf(value);
    const code = at(currency);
    if (number === null) return null;
    const amount = (number / parts).toFixed(2);
    return typeof code === 'string' ? `${amount} ${code.toUpperCase()}` : amount;
  };

/** Words for the codes of a sender; other codes as they are. */
export const codeWords =
  (of: Readonly<Record<string, string>>): Form =>
  (value) =>
    Object.hasOwn(of, textOf(value)) ? of[textOf(value)]! : textOf(value) || null;

/** Spaces between the words that a sender writes as one: `InTransit`, `in_transit`. */
export const splitWords: Form = (value) =>
  typeof value === 'string' && value !== ''
    ? value.replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (one) => ` ${one.toLowerCase()}`).replaceAll('_', ' ')
    : null;

/** The first line, as of the message of a commit. */
export const firstLine: Form = (value) =>
  typeof value === 'string' ? value.trimStart().split('\n', 1)[0] || null : null;

/** Powers, energies counted in watt-hours, and shares of a hundred. */
export const watts = unit('W', { digits: 0 });
export const energy = unit('Wh', { digits: 0 });
export const percent = unit('%', { digits: 1 });

/** `97 / 212`: how many of those that are counted at a place. */
export const outOf =
  (place: Place): Form =>
  (value, at) => {
    const all = at(place);
    return typeof all === 'number' ? `${textOf(value)} / ${all}` : textOf(value);
  };

/** The share of a number in the one at a place. */
export const percentOf =
  (place: Place): Form =>
  (value, at) => {
    const all = at(place);
    return typeof value === 'number' && typeof all === 'number' && all > 0
      ? `${Number(((100 * value) / all).toFixed(1))} %`
      : null;
  };
