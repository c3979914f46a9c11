import { oneLine } from './blocks.ts';
import { CURRENCY } from './currency.ts';
import { LED_NAME } from './read-pairs.ts';

/** Least lines with leader dots, and least share of them that have words after the amount. Without these they are pairs. */
const MIN_ROWS = 3;
const MIN_REMARK_SHARE = 0.5;
const MAX_ROWS = 400;
const MAX_LINE_LETTERS = 160;
/** A name, leader dots, an amount, and words after it: `Timber ..... 86.00 € (paid by Jon)`. */
const LEADER_LINE = new RegExp(
  String.raw`^${LED_NAME}\s?((?:${CURRENCY})?\s?\d[\d.,]{0,14}(?:\s?(?:${CURRENCY}|%))?)(?:\s(\S.{0,60}))?$`,
  'u',
);

/** Rows of a name, an amount and a remark. Empty if the lines from `start` on are not such rows. */
export function leaderRows(lines: string[], start: number): { rows: string[][]; end: number } {
  const rows: string[][] = [];
  for (let at = start; at < lines.length && rows.length < MAX_ROWS; at++) {
    const line = lines[at] as string;
    const found = line.length > MAX_LINE_LETTERS ? null : LEADER_LINE.exec(line.trim());
    if (!found) break;
    rows.push([found[1], found[2], found[3] ?? ''].map((cell) => oneLine(cell ?? '')));
  }
  const remarks = rows.filter(([, , remark]) => remark !== '').length;
  const isTable = rows.length >= MIN_ROWS && remarks >= MIN_REMARK_SHARE * rows.length;
  return isTable ? { rows, end: start + rows.length } : { rows: [], end: start };
}
