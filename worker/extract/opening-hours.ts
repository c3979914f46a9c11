import { areDays, isDay } from './find-list.ts';
import { isOtherDay } from './other-days.ts';

const CLOCK = String.raw`\p{Nd}{1,2}(?:[.:h]\p{Nd}{2})?\s?(?:[ap]\.?m\.?|uhr|h)?`;
const SPAN = `${CLOCK}\\s?(?:[–—-]|to|bis|till?|à|a|do)\\s?${CLOCK}`;
/** Days, then one or two ranges of time. */
const HOURS = new RegExp(
  `^(\\p{L}[^\\p{Nd}]{1,28}?)\\s(${SPAN}(?:\\s?(?:[,;&+/]|and|und|et|y|e|og|och|en|i|ja)\\s?${SPAN})?)$`,
  'iu',
);
/** Days, then one word: `Sun closed`. */
const DAYS_AND_WORD = /^(\p{L}[^\p{Nd}]{1,28})\s(\p{L}{3,14})$/u;
const CLOSED =
  /^(?:closed|geschlossen|ruhetag|fermé|chiuso|cerrado|fechado|encerrado|gesloten|stängt|lukket|stengt|suljettu|zamknięte|zavřeno|zatvorené|zárva|închis|kapalı|κλειστά|закрыто|выходной|зачинено|סגור|مغلق|休み|定休日|휴무)$/iu;

/** Two numbers of one digit: the result of a match, or hours in the afternoon. */
const SCORES = /^([0-5])\s?[–—-]\s?([0-5])$/gu;
/** The name of one day. */
const ONE_DAY = /^[\p{L}\p{M}]{1,20}\.?$/u;

/** A line with days and hours. */
function read(line: string): { days: string; rest: string; isTimed: boolean } | null {
  const text = line.length <= 80 ? line.trim() : '';
  const timed = HOURS.exec(text);
  const [, days = '', rest = ''] = timed ?? DAYS_AND_WORD.exec(text) ?? [];
  return days === '' ? null : { days, rest, isTimed: timed !== null };
}

/** The days and the hours, or the word for closed, in a line: `Mon–Fri 9–18`; null for any other line. */
export function openHours(line: string): [string, string] | null {
  const found = read(line);
  if (!found) return null;
  const { days, rest, isTimed } = found;
  const isSaid = isTimed || CLOSED.test(rest);
  return isDay(days) || (isSaid && areDays(days, isOtherDay)) ? [days, rest] : null;
}

/**
 * Whether the numbers after the days are results of matches rather than hours: no other numbers, no holidays, no closed day, and
 * one pair whose second number is lower.
 */
export function areScores(lines: string[]): boolean {
  const found = lines.flatMap((line) => read(line) ?? []);
  const scores = found.flatMap(({ rest }) => [...rest.matchAll(SCORES)]);
  return (
    scores.length === lines.filter((line) => /\p{Nd}/u.test(line)).length &&
    scores.some(([, first = '', second = '']) => first >= second) &&
    found.every(({ days, rest, isTimed }) =>
      isTimed ? ONE_DAY.test(days) && !isOtherDay(days) : !CLOSED.test(rest),
    )
  );
}

/** Whether a line has the hours of named days. */
export function isOpenOnDays(line: string): boolean {
  const found = read(line);
  return found?.isTimed === true && areDays(found.days, isOtherDay);
}
