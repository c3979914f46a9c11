import { isDay } from './find-list.ts';

const CLOCK = String.raw`\p{Nd}{1,2}(?:[.:h]\p{Nd}{2})?\s?(?:[ap]\.?m\.?|uhr|h)?`;
const SPAN = `${CLOCK}\\s?(?:[–—-]|to|bis|till?|à|a|do)\\s?${CLOCK}`;
/** Days, then when it is open, perhaps twice. */
const HOURS = new RegExp(
  `^(\\p{L}[^\\p{Nd}]{1,28}?)\\s(${SPAN}(?:\\s?(?:[,;&+/]|and|und|et|y|e|og|och|en|i|ja)\\s?${SPAN})?)$`,
  'iu',
);
/** Days, then one word: `Sun closed`. */
const WORD = /^(\p{L}[^\p{Nd}]{1,28})\s(\p{L}{3,14})$/u;

const read = (line: string, pattern: RegExp): [string, string] | null => {
  const [, days = '', rest = ''] = line.length <= 80 ? (pattern.exec(line.trim()) ?? []) : [];
  return days !== '' && isDay(days) ? [days, rest] : null;
};

/** When something is open: `Mon–Fri 9–18`, or that it is not on some day; null for any other line. */
export const openHours = (line: string) => read(line, HOURS) ?? read(line, WORD);
