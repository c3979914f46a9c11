import { areDays, isDay } from './find-list.ts';
import { isOtherDay } from './other-days.ts';

const CLOCK = String.raw`\p{Nd}{1,2}(?:[.:h]\p{Nd}{2})?\s?(?:[ap]\.?m\.?|uhr|h)?`;
const SPAN = `${CLOCK}\\s?(?:[–—-]|to|bis|till?|à|a|do)\\s?${CLOCK}`;
/** Days, then when it is open, perhaps twice. */
const HOURS = new RegExp(
  `^(\\p{L}[^\\p{Nd}]{1,28}?)\\s(${SPAN}(?:\\s?(?:[,;&+/]|and|und|et|y|e|og|och|en|i|ja)\\s?${SPAN})?)$`,
  'iu',
);
/** Days, then one word: `Sun closed`. */
const WORD = /^(\p{L}[^\p{Nd}]{1,28})\s(\p{L}{3,14})$/u;
const CLOSED =
  /^(?:closed|geschlossen|ruhetag|fermé|chiuso|cerrado|fechado|encerrado|gesloten|stängt|lukket|stengt|suljettu|zamknięte|zavřeno|zatvorené|zárva|închis|kapalı|κλειστά|закрыто|выходной|зачинено|סגור|مغلق|休み|定休日|휴무)$/iu;

/** Two numbers of one digit, both early: what a match ended with. */
const SCORE = /^[0-5]\s?[–—-]\s?[0-5]$/u;

/** Lines with hours, of whichever days. */
function read(line: string): { days: string; rest: string; isTimed: boolean } | null {
  const text = line.length <= 80 ? line.trim() : '';
  const found = HOURS.exec(text);
  const timed = found && !SCORE.test(found[2] ?? '') ? found : null;
  const [, days = '', rest = ''] = timed ?? WORD.exec(text) ?? [];
  return days === '' ? null : { days, rest, isTimed: timed !== null };
}

/** When something is open: `Mon–Fri 9–18`, or that it is not on some day; null for any other line. */
export function openHours(line: string): [string, string] | null {
  const found = read(line);
  if (!found) return null;
  const { days, rest, isTimed } = found;
  const isSaid = isTimed || CLOSED.test(rest);
  return isDay(days) || (isSaid && areDays(days, isOtherDay)) ? [days, rest] : null;
}

/** Whether a line has hours of days that are named in it. */
export function isOpenOnDays(line: string): boolean {
  const found = read(line);
  return found?.isTimed === true && areDays(found.days, isOtherDay);
}
