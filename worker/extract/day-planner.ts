import { DAY_MS } from '#shared/wall-time.ts';
import type { CalendarEvent } from './blocks.ts';
import { haveTheirNames, monthOf } from './day-names.ts';
import type { Cell } from './pdf-cell.ts';

/** Least number of months side by side, and of days with an entry. */
const MIN_MONTHS = 3;
const MIN_ENTRIES = 3;
/** Limit of the months and days of a planner. */
const MAX_MONTHS = 18;
/** Least share of the days of its months that are found, and greatest share of them with another weekday than written. */
const MIN_DAYS_SHARE = 0.9;
const MAX_ODD_SHARE = 0.02;
/** Tolerance of the left end of a column, in points. */
const TOLERANCE = 3;
/** The number of a day, the short name of its weekday, and its entry. */
const DAY = /^0?(\d{1,2})\.?\s+(\p{L}{1,4})(?![\p{L}\p{M}])[.,]?(?:\s+(\S.*))?$/u;
/** The number of a week, which may be on a line of its own. */
const NUMBER = /^\d{1,2}$/u;
const YEAR = /(?<!\d)20\d\d(?!\d)/u;
const MONTH_OF_YEAR = /^(\p{L}[\p{L}\p{M}.]*)(?:\s+(20\d\d))?$/u;
/** Entries without letters are the numbers of weeks. */
const WORDED = /\p{L}/u;

export interface DayPlanner {
  events: CalendarEvent[];
  /** The rows of the page that are not part of the planner. */
  rest: Cell[][];
}

interface Month {
  /** From 0. */
  month: number;
  year: number;
  /** The texts of its cells. */
  days: Map<number, { weekday: string; entry: string }>;
  left: number;
}

/**
 * Reads a planner with a column for each month and a row for each day, as of waste collections and school years, as the events that are
 * written in it. Null for any other page, and for a calendar without entries.
 */
export function readDayPlanner(rows: Cell[][]): DayPlanner | null {
  const head = rows.findIndex((row) => monthsOf(row) !== null);
  const names = head < 0 ? null : monthsOf(rows[head] as Cell[]);
  if (!names) return null;
  const year = Number(YEAR.exec(rows.flatMap((row) => row.map(({ text }) => text)).join(' '))?.[0]);
  const dated = datesOf(names, year);
  const columns = dated && columnsOf(dated, rows.slice(head + 1));
  if (!columns) return null;
  const rest = rows.slice(0, head);
  for (const row of rows.slice(head + 1)) if (!addRow(columns, row)) rest.push(row);
  if (!isWhole(columns)) return null;
  const events = columns.flatMap(({ month, year: own, days }) =>
    [...days].flatMap(([day, { entry }]) => (WORDED.test(entry) ? [eventOn(own, month, day, entry)] : [])),
  );
  return events.length < MIN_ENTRIES
    ? null
    : { events: events.sort((one, other) => (one.start < other.start ? -1 : 1)), rest };
}

/** The months that a row consists of, in their order; null for any other row. */
function monthsOf(row: Cell[]): { month: number; year: number | null }[] | null {
  if (row.length < MIN_MONTHS || row.length > MAX_MONTHS) return null;
  const months = row.map(({ text }) => {
    const [, name = '', year] = MONTH_OF_YEAR.exec(text) ?? [];
    return { month: monthOf(name), year: year ? Number(year) : null };
  });
  const follow = months.every(({ month }, at) => {
    const before = months[at - 1]?.month;
    return month !== null && (before == null || month === (before + 1) % 12);
  });
  return follow ? (months as { month: number; year: number | null }[]) : null;
}

/** The months with their years; null if no year is known. */
function datesOf(
  months: { month: number; year: number | null }[],
  first: number,
): Omit<Month, 'left'>[] | null {
  let year = months[0]?.year ?? first;
  if (!Number.isInteger(year)) return null;
  return months.map(({ month, year: own }, at) => {
    year = own ?? (at > 0 && month === 0 ? year + 1 : year);
    return { month, year, days: new Map() };
  });
}

/** The months with the left ends of their columns, which are those of the first days. */
function columnsOf(months: Omit<Month, 'left'>[], rows: Cell[][]): Month[] | null {
  const firsts = rows.map((row) => row.filter(({ text }) => DAY.exec(text)?.[1] === '1'));
  const first = firsts.find((cells) => cells.length === months.length);
  return first ? months.map((month, at) => ({ ...month, left: (first[at] as Cell).x })) : null;
}

/** Adds the days of a row to their months; false if it has anything else. */
function addRow(columns: Month[], row: Cell[]): boolean {
  if (row.every(({ text }) => NUMBER.test(text))) return true;
  const texts = columns.map(() => '');
  for (const { x, text } of row) {
    const at = columns.findLastIndex(({ left }) => left <= x + TOLERANCE);
    if (at < 0) return false;
    texts[at] = `${texts[at]} ${text}`.trim();
  }
  const read = texts.map((text) => (text === '' ? null : DAY.exec(text)));
  if (read.some((found, at) => texts[at] !== '' && !found) || read.every((found) => !found)) return false;
  for (const [at, found] of read.entries()) {
    if (!found) continue;
    const [, day, weekday = '', entry = ''] = found;
    columns[at]?.days.set(Number(day), { weekday, entry });
  }
  return true;
}

/** Whether nearly all days of the months are there, each with its weekday; else the year was not that of the planner. */
function isWhole(columns: Month[]): boolean {
  const lastDay = ({ year, month }: Month) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const all = columns.reduce((sum, column) => sum + lastDay(column), 0);
  const found = columns.flatMap(({ month, year, days }) =>
    [...days].map(([day, { weekday }]) => ({
      name: weekday,
      weekday: (Date.UTC(year, month, day) / DAY_MS) % 7,
    })),
  );
  const fit = columns.every((column) => Math.max(0, ...column.days.keys()) <= lastDay(column));
  return fit && found.length >= MIN_DAYS_SHARE * all && haveTheirNames(found, MAX_ODD_SHARE);
}

function eventOn(year: number, month: number, day: number, entry: string): CalendarEvent {
  const start = new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
  return { title: entry, start, end: null, place: null, note: null };
}
