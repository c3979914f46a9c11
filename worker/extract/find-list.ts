import type { Block } from './blocks.ts';
import { oneLine } from './blocks.ts';
import { longDays, shortDayIn, weekDaysIn, wordedDateIn } from './day-names.ts';
import type { Digest, ListItem } from './digest.ts';
import { toItem } from './to-item.ts';

type List = NonNullable<Digest['list']>;

const MAX_ITEMS = 100;
const CLOCK =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s{1,3})?\d{1,2}(?:[:.h]\d{2})?\s?(?:am|pm|uhr|h)?(?:\s?(?:-|–|—|to|bis)\s?\d{1,2}(?:[:.h]\d{2})?\s?(?:am|pm|uhr|h)?)?(?=[\s:,–—-]|$)/iu;
const HAS_TIME = /\d[:.h]\d{2}|\d\s?(?:am|pm|uhr|h)\b/iu;
/** A short name of a day before a date or a sign, so that "Sun cream" is not a Sunday. */
const DAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s\d{1,2}(?:st|nd|rd|th)?(?=(?:\s[–—-]|[:,])\s\p{L})|^(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\.?(?=\s?[:,–—-]|\s\d|$)|^\d{4}-\d{2}-\d{2}|^\d{1,2}(?:[./]\d{1,2}\b|[./\s](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,7})\.?|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,7}\.?\s\d{1,2}\b/iu;
/** The days around today in English. */
const NEAR_DAYS = new Set(['today', 'tomorrow', 'tonight']);

const MAX_DAY_LETTERS = 30;

/** The longest run of items, with the line above it for a title; null when there is none of three. */
export function findList(blocks: Block[]): List | null {
  let best: { start: number; end: number } | null = null;
  for (let start = 0; start < blocks.length; start++) {
    let end = start;
    while (blocks[end]?.kind === 'item') end++;
    if (end - start >= 3 && end - start > (best ? best.end - best.start : 0)) best = { start, end };
    if (end > start) start = end;
  }
  if (!best) return findPlainList(blocks);
  const items = blocks.slice(best.start, best.end).filter((block) => block.kind === 'item');
  const above = blocks[best.start - 1];
  const title = above && 'text' in above && above.text.length <= 80 ? lastLine(above.text) : null;
  const ordered = items.every((item) => item.ordered);
  const read = items.slice(0, MAX_ITEMS).map(({ text, done, level, mark, when }) => ({
    ...(when ? { text, when, done } : toListItem(text, done)),
    ...(level && { level }),
    ...(mark && { mark }),
  }));
  return separateTimes({ title, ordered, items: read });
}

/** The title of a list if it is the title of the whole text, rather than of one of several lists or below other words. */
export function titleOfOnlyList({
  headings,
  text,
  list,
}: Pick<Digest, 'headings' | 'text' | 'list'>): string | null {
  return headings.length <= 1 && text.startsWith(list?.title ?? '') ? (list?.title ?? null) : null;
}

/** Separates times and days from items if most items have one; otherwise they remain part of the text. */
function separateTimes(list: List): List {
  // Due days from programs are certain.
  if (isAgenda(list) || list.items.some(({ when }) => when !== null && /^\d{4}-/.test(when))) return list;
  const joined = ({ when, text, ...rest }: ListItem) => ({
    ...rest,
    text: when === null ? text : `${when} ${text}`,
    when: null,
  });
  return { ...list, items: list.items.map(joined) };
}

/** Lines without bullets, as people write shopping lists: at least three, all short, none of them a sentence. */
function findPlainList(blocks: Block[]): List | null {
  const last = blocks.at(-1);
  if (blocks.length > 2 || last?.kind !== 'paragraph') return null;
  const lines = last.text.split('\n').map(oneLine);
  const weekDay = weekDaysIn(lines);
  const own = blocks.length === 1 && isListTitle(lines, weekDay) ? lines.shift() : undefined;
  const above = blocks.length === 2 && blocks[0] && 'text' in blocks[0] ? blocks[0].text : undefined;
  const title = own ?? above ?? null;
  if (lines.length < 3 || (title !== null && (title.length > 80 || title.includes('\n')))) return null;
  const timed =
    lines.filter((line) => toListItem(line, null, weekDay).when !== null).length * 2 > lines.length;
  if (!timed && !areItemNames(lines, /[:：]$/u.test(title ?? ''))) return null;
  if (timed && lines.some((line) => line.length > 100)) return null;
  const items = lines.slice(0, MAX_ITEMS).map((line) => {
    const item = toItem(line, false);
    return toListItem(item.text, item.done, weekDay);
  });
  return separateTimes({ title: title?.replace(/[:：]$/u, '') ?? null, ordered: false, items });
}

/** A street with its number, or a town with its code. */
const ADDRESS = /\p{L}{3,} \d{1,4}\s?[a-z]?$|^\d{4,6}\s\p{L}|^\p{Lu}{1,2}\d{1,2}\w? \d\p{Lu}{2}$/u;
const MAX_ITEM_NAME_LETTERS = 44;
/** Average number of words above which lines without a heading are verse or an address. */
const MAX_ITEM_NAME_WORDS = 2;

/** Whether lines are names of things rather than verse, an address or prose. */
function areItemNames(lines: string[], announced: boolean): boolean {
  // A comma at the end of a line occurs in verse, a full stop in prose.
  if (lines.some((line) => line.length > MAX_ITEM_NAME_LETTERS || /[.,;!?。，；！？…—–-]$/u.test(line)))
    return false;
  if (announced) return true;
  if (lines.some((line) => ADDRESS.test(line))) return false;
  // Words, and the particles between them: verse in a script without spaces.
  const told = lines.filter(
    (line) => /\p{Script=Han}/u.test(line) && /\p{Script=Hiragana}/u.test(line),
  ).length;
  if (told * 2 > lines.length) return false;
  const words = lines.reduce((sum, line) => sum + line.split(/\s+/u).length, 0);
  const quantities = lines.filter((line) => /^\d+(?:[.,]\d+)?\s?\p{L}/u.test(line)).length;
  return words <= MAX_ITEM_NAME_WORDS * lines.length || quantities * 2 > lines.length;
}

/** The first line is a title if it ends with a colon or is the only one without a time: `Monday`, then `08:00 School`. */
function isListTitle([first = '', ...rest]: string[], weekDay: (line: string) => string): boolean {
  const timed = (line: string) => toListItem(line, null, weekDay).when !== null;
  const clocked = (line: string) => HAS_TIME.test(CLOCK.exec(line)?.[0] ?? '');
  // `Saturday at the fair`, then `10:00 Gates open`.
  const isDay = !clocked(first) && rest.every(clocked);
  if (/[:：]$/u.test(first)) return true;
  // A year above its months.
  if (/^\d{4}$/u.test(first) && !rest.some((line) => /\d/u.test(line))) return true;
  // A line or two without a time may follow the last one.
  const last = rest.findLastIndex(timed);
  const isTimed = last >= 2 && rest.length - 1 - last <= 1 && rest.slice(0, last + 1).every(timed);
  return rest.length > 0 && (isDay || (!timed(first) && (rest.every(timed) || isTimed)));
}

/** Whether most items begin with a time or a day. */
export function isAgenda(list: List): boolean {
  return list.items.filter((item) => item.when !== null).length * 2 > list.items.length;
}

/** @param weekDay the day with which a line begins if the list is the plan of a week */
function toListItem(text: string, done: boolean | null, weekDay?: (line: string) => string): ListItem {
  const clock = CLOCK.exec(text)?.[0] ?? '';
  const when = HAS_TIME.test(clock) ? clock : (dateIn(text) ?? (weekDay?.(text) || dayName(text)));
  const rest = text.slice(when.length).replace(/^[\s:,–—|·-]{1,20}/u, '');
  if (when === '' || rest === '') return { text, when: null, done };
  return { text: rest, when: when.trim(), done };
}

const dateIn = (text: string): string | undefined => DAY.exec(text)?.[0] ?? wordedDateIn(text);

function dayName(text: string): string {
  const word = /^[\p{L}\p{M}-]{3,20}(?:\sfeira)?/u.exec(text)?.[0] ?? '';
  const name = word.toLowerCase();
  return word !== '' && (NEAR_DAYS.has(name) || longDays().has(name)) ? word : '';
}

function lastLine(text: string): string {
  return (text.split('\n').at(-1) ?? text).replace(/[:：]$/u, '');
}

/** The text between two days. */
const BETWEEN_DAYS =
  /\s?[–—-]\s?|\s?[&+,/]\s?|\s(?:to|bis|till?|à|au|a|al|do|and|und|et|y|e|og|och|en|ja)\s/iu;

/** Whether a line is the name of a day or a date, or of several days, and nothing more: `Monday`, `Fri 27.11.`, `Mon–Sat`. */
export function isDay(line: string): boolean {
  const [first = '', last, ...others] = line
    .trim()
    .replace(/\s?[:：]$/u, '')
    .split(BETWEEN_DAYS);
  const isSpan = last !== undefined && others.length === 0 && !/\p{Nd}/u.test(line);
  return isSpan ? isOneDay(first) && isOneDay(last) : isOneDay(line);
}

/** Whether a line consists of days, some of which may be in `others`: `Sat & holidays`. */
export const areDays = (line: string, others: (day: string) => boolean) =>
  isDay(line) || others(line) || line.split(BETWEEN_DAYS).every((day) => isDay(day) || others(day.trim()));

/** What happens at a time of day, which is no month: `14.00 rehearsal`. */
const CLOCK_AND_WORD = /\d[:.h]\d{2}\s\p{L}/u;

function isOneDay(line: string): boolean {
  const text = line.trim().replace(/\s?[:：]$/u, '');
  if (text.length > MAX_DAY_LETTERS) return false;
  const name = dayName(text) || (dateIn(text) ?? shortDayIn(text) ?? '');
  if (CLOCK_AND_WORD.test(text.slice(name.length))) return false;
  return name !== '' && /^[\s.,\p{Nd}/-]*(?:\p{L}{3,12}\.?)?(?:\s\p{Nd}{4})?$/u.test(text.slice(name.length));
}

export const beginsWithClock = (line: string) => HAS_TIME.test(CLOCK.exec(line)?.[0] ?? '');
