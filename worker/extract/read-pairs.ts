import { type Block, oneLine } from './blocks.ts';
import { CURRENCY } from './currency.ts';
import { areScores, isOpenOnDays, openHours } from './opening-hours.ts';

/** A line of a receipt: a name, then a figure at a distance. */
const AMOUNT =
  /^(\S(?:.{0,60}?\S)?) {2,40}([-−+]?[€$£¥]?\s?\d[\d.,\s]{0,14}(?:\s?(?:[€$£¥%]|\p{L}{1,3}))?)$/u;
/** A name that leader dots follow, as part of an expression with `u`. It may end with the dot of an abbreviation. */
export const LED_NAME = String.raw`(\S(?:.{0,80}?(?:[^\s.·…_]|\.(?=\s)))?)\s?(?:[.·_]{4,80}|…{2,40})`;
/** A line of a menu with leader dots between name and figure. */
const LEADER_LINE = new RegExp(String.raw`^${LED_NAME}\s?([€$£¥]?\s?\d[^.].{0,24}|\d)$`, 'u');
/** A name, a colon and something after it; not an address, not a time. */
const PAIR =
  /^([\p{L}\p{N}][^:：=\t]{0,39}?)\s{0,9}(?::(?!\/\/|\p{Nd}\p{Nd}(?!\p{Nd}))|：|\t|\s=\s)\s{0,99}(\S.*)$/u;
/** A name in the brackets of East Asia: `【場所】会議室A`. */
const BRACKETED_NAME = /^【([^【】]{1,20})】\s{0,9}([^\s【].*)$/u;
/** An emoticon at the end of a line. */
const EMOTICON = /\s[:;=]-?[()DPp/|*]$/u;
const BULLET = /^\s{0,40}(?:[-*+•·‣▪◦●○–—]\s|\d{1,3}[.)]\s|[・●◆■]|\d{1,3}、)/u;
/** A telephone number at the end of a line. */
const PHONE = /\s([+0](?:[\d\s/().-]){5,24})$/u;
/** An emergency number. */
const SHORT_PHONE = /\s(1\d{2}|911|999|000)$/u;
const MONEY = new RegExp(
  String.raw`\s([-−+]?(?:${CURRENCY}\s?\d[\d.,]{0,14}|\d[\d.,\s]{0,14}\s?${CURRENCY}|\d[\d.,]{0,12}[.,]\d\d))$`,
  'u',
);
/** A clause after a comma, which no name has: `Breakfast from 9, if you wake up earlier: quiet`. */
const SENTENCE_NAME = /,(?:\s\p{L}+){3}/u;
const MIN_PHONE_DIGITS = 6;

const MAX_LINE = 160;
/** Limit of the letters of a name before a figure; longer text is a sentence. */
const MAX_NAME = 60;
/** Limit of the lines above names and values. */
const MAX_LEAD_LINES = 2;
/** Least number of consecutive figures before other lines, and of pairs below other lines. */
const MIN_AMOUNTS = 2;
const MIN_PAIRS = 3;
/** Limit of other lines below names and values. */
const MAX_LINES_BELOW = 2;

/** Number of consecutive lines with a figure apart from the name, as on a receipt, from one on; 0 for a single one. */
export function countAmountLines(lines: string[], at: number): number {
  let end = at;
  while (end < lines.length && isAmount(lines[end] as string)) end++;
  return end - at >= MIN_AMOUNTS ? end - at : 0;
}

/**
 * The range of the lines that are names and values (`Wi-Fi: guest`): at least two, or more if other lines are above. At most two
 * others may be below. Null if there are none.
 */
export function findPairs(lines: string[]): { from: number; to: number } | null {
  const isOpen = (line: string) => openHours(line) !== null;
  return (
    runOf(lines, isPair, MAX_LEAD_LINES, 2) ??
    runOf(lines, createFigureTest(lines), 1, MIN_PAIRS) ??
    (lines.filter(isOpenOnDays).length >= 2 && !areScores(lines) ? runOf(lines, isOpen, 1, MIN_PAIRS) : null)
  );
}

/** The lines of a kind up to the last one, or from the first one on, with a few others above or below them. */
function runOf(lines: string[], is: (line: string) => boolean, maxLead: number, least: number) {
  let from = lines.length;
  while (from > 0 && is(lines[from - 1] as string)) from--;
  const isShort = (line: string) => line.length < 60;
  const count = lines.length - from;
  const isHeaded =
    count >= (from === 1 ? least : MIN_PAIRS) && from <= maxLead && lines.slice(0, from).every(isShort);
  if ((from === 0 && count >= least) || isHeaded) return { from, to: lines.length };
  // The subject is above them, and a line or two may be below.
  const start = lines.length > 1 && !is(lines[0] as string) && isShort(lines[0] as string) ? 1 : 0;
  const to = start + runLength(lines.slice(start), is);
  const rest = lines.slice(to);
  return to - start >= least && rest.length <= MAX_LINES_BELOW && rest.every(isShort)
    ? { from: start, to }
    : null;
}

function runLength(lines: string[], is: (line: string) => boolean): number {
  const end = lines.findIndex((line) => !is(line));
  return end < 0 ? lines.length : end;
}

const isAmount = (line: string) => AMOUNT.test(line.trim());

export function isPair(line: string): boolean {
  if (line.length > MAX_LINE || BULLET.test(line) || EMOTICON.test(line)) return false;
  const match = pairBySign(line);
  return match !== null && !/^\d{1,2}$/.test(match[1]!) && !SENTENCE_NAME.test(match[1]!);
}

function pairBySign(line: string): RegExpExecArray | null {
  const text = line.trim();
  return AMOUNT.exec(text) ?? LEADER_LINE.exec(text) ?? PAIR.exec(text) ?? BRACKETED_NAME.exec(text);
}

/**
 * Returns a test for lines that end with a telephone number or an amount: `Dr. Weber 0664 123 45 67`, `Rent 850.00 €`. A short
 * number is an emergency number only among lines with longer ones, because others are counts (`Nails 999`).
 */
export function createFigureTest(lines: string[]): (line: string) => boolean {
  const isFigured = (line: string) =>
    line.length <= MAX_LINE && !BULLET.test(line) && pairByFigure(line) !== null;
  const isShort = (line: string) => line.length <= MAX_LINE && SHORT_PHONE.test(line.trim());
  const hasLong = lines.some((line) => isFigured(line) && !isShort(line));
  return (line) => isFigured(line) && (hasLong || !isShort(line));
}

function pairByFigure(line: string): [string, string] | null {
  const text = line.trim();
  const [phone, money] = [PHONE.exec(text), MONEY.exec(text)];
  const isLong = (phone?.[1]?.match(/\d/gu)?.length ?? 0) >= MIN_PHONE_DIGITS;
  const found = money ?? (isLong ? phone : SHORT_PHONE.exec(text));
  if (!found) return null;
  const name = text.slice(0, found.index);
  const isName =
    name.length <= MAX_NAME && /\p{L}/u.test(name) && !/\d/u.test(name.replace(/\([^()]{0,20}\)/gu, ''));
  return isName ? [name.replace(/\s?[:：]$/u, ''), found[1] as string] : null;
}

/** A line with a name and a value as a block. */
export function toPair(line: string): Block {
  const [, key = '', value = ''] = pairBySign(line) ?? ['', ...(pairByFigure(line) ?? openHours(line) ?? [])];
  return { kind: 'pair', key: oneLine(key), value: oneLine(value) };
}
