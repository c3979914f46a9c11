import { oneLine } from './blocks.ts';
import { isDay } from './find-list.ts';

const MIN_ROWS = 4;
/** Least and most figures of a row. With fewer, the lines are appointments. */
const MIN_FIGURES = 2;
const MAX_FIGURES = 8;
/** Most share of rows with words in the place of figures: `forgotten`. */
const MAX_WORDED_SHARE = 0.25;
const MAX_ROWS = 400;
const MAX_LINE_LETTERS = 80;
const MAX_WORDS = 20;
/** Most letters of the words in the place of figures, or of the remark after them. */
const MAX_REMARK_LETTERS = 40;

const CLOCK = /^\d{1,2}[:.h]\d{2}(?:\s?[ap]m)?$/iu;
const DATE = /^\d{1,4}(?:[./-]\d{1,2}){1,2}(?:[./-]\d{0,4})?$/u;
const FIGURE = /^[-−+~]?\d[\d.,/:]{0,9}(?:%|°|°C|°F|\p{L}{1,4})?$/u;
/** The name of a figure before it, and a unit after it: `P 71`, `71 kg`. */
const NAME = /^\p{Lu}{1,4}[.:]?$/u;
const UNIT = /^(?:%|°C?|°F|\p{Ll}\p{L}{0,3}|\p{L}+\/\p{L}+)$/u;

interface Row {
  /** Weekday, date and time of day, as far as the line has them. */
  days: Record<'weekday' | 'date' | 'clock', string>;
  figures: string[];
  remark: string;
}

/**
 * Rows of a diary of measurements, whose cells are separated by single spaces: a day or a time, and an equal number of figures
 * in each. Words in their place or after them stay with their row. Empty if the lines from `start` on are not such rows.
 */
export function datedRows(lines: string[], start: number): { rows: string[][]; end: number } {
  const found: Row[] = [];
  const count = rowOf(lines[start] ?? '')?.figures.length ?? 0;
  let worded = 0;
  // A run is either a table or ends within a few lines, so the time is linear.
  for (let at = start; count >= MIN_FIGURES && at < lines.length && found.length < MAX_ROWS; at++) {
    const row = rowOf(lines[at] as string);
    if (row?.figures.length === 0) worded++;
    else if (row?.figures.length !== count) break;
    if (worded > 1 + MAX_WORDED_SHARE * found.length) break;
    found.push(row);
  }
  if (found.length < MIN_ROWS) return { rows: [], end: start };
  const cells = found.map((row) => cellsOf(row, count));
  const isUsed = cells[0]?.map((_, at) => cells.some((row) => row[at] !== '')) ?? [];
  return { rows: cells.map((row) => row.filter((_, at) => isUsed[at])), end: start + found.length };
}

function cellsOf({ days, figures, remark }: Row, count: number): string[] {
  const said = figures.length > 0 ? [...figures, remark] : [remark, ...Array<string>(count).fill('')];
  return [days.weekday, days.date, days.clock, ...said];
}

/** Null for a line that does not begin with a day or a time of day, or has figures and words in another order. */
function rowOf(line: string): Row | null {
  const words = line.length > MAX_LINE_LETTERS ? [] : oneLine(line).split(' ');
  if (words.length < 2 || words.length > MAX_WORDS) return null;
  const days = { weekday: '', date: '', clock: '' };
  let at = 0;
  const word = () => (words[at] ?? '').replace(/,$/u, '');
  if (!/\d/u.test(word()) && isDay(word())) days.weekday = words[at++] as string;
  if (DATE.test(word()) && !CLOCK.test(word())) days.date = words[at++] as string;
  if (CLOCK.test(word())) days.clock = words[at++] as string;
  if (at === 0) return null;
  const figures: string[] = [];
  while (at < words.length && figures.length < MAX_FIGURES) {
    const name = NAME.test(words[at] as string) && FIGURE.test(words[at + 1] ?? '') ? words[at++] : undefined;
    if (!FIGURE.test(words[at] as string)) break;
    const figure = words[at++] as string;
    const unit = UNIT.test(words[at] ?? '') ? words[at++] : undefined;
    figures.push([name, figure, unit].filter((part) => part !== undefined).join(' '));
  }
  const remark = words.slice(at).join(' ');
  return remark.length <= MAX_REMARK_LETTERS ? { days, figures, remark } : null;
}
