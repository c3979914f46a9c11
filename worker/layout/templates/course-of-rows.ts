import { countWords } from '#shared/count-words.ts';
import { momentOf } from '../../extract/moment-of.ts';

/** A table as a template is given it. */
interface Rows {
  lead?: { key: string; value: string };
  header?: string[];
  rows: string[][];
  notes?: string[];
  omitted?: number;
  omittedRows?: number;
  timeZone?: string;
  now?: string;
}

/**
 * A table of a course (a forecast, the prices of a day, readings of a sensor) from the row of now on, with the figure of now
 * in large type; any other table as it is. Rows that are over are counted.
 * @param local how a page writes a cell
 */
export function fromNow<T extends Rows>(given: T, local: (text: string) => string): T {
  const { header, rows, notes = [], omitted = 0, omittedRows = 0, now, timeZone = 'UTC' } = given;
  const course = now === undefined ? null : courseOf(rows, new Date(now), timeZone);
  if (!course) return given;
  const over = [...rows.slice(0, course.from).flat(), ...notes.slice(0, course.from)];
  const lead = given.lead ?? currentFigure(header, rows, course);
  return {
    ...given,
    ...(lead && { lead }),
    rows: rows.slice(course.from),
    ...(given.notes && { notes: notes.slice(course.from) }),
    omitted: omitted + countWords(over.map(local).join(' ')),
    // Of rows and other words together, the words are said.
    omittedRows: omitted === 0 || omittedRows > 0 ? omittedRows + course.from : 0,
  };
}

/** The figure of a course at this time, with its moment; null where the rows have several figures or none. */
function currentFigure(header: string[] | undefined, rows: string[][], { now }: Course) {
  const column = !header || now === null ? null : figureOfCourse(header, rows);
  if (column === null || now === null) return null;
  return { key: `${header?.[column]} · ${rows[now]?.[0]}`, value: rows[now]?.[column] ?? '' };
}

/** Rows by moments in even steps. */
interface Course {
  /** The first row to show: that of now where others are to come, an earlier one where few would be left. */
  from: number;
  /** The row of now, else the newest one that is over; null where all are still to come. */
  now: number | null;
}

const MIN_ROWS = 4;
/** As many rows stay in any case, because there is room for them. */
const FEW_ROWS = 12;
/** How far a step may be from the usual one, and the share of steps that have to be even. */
const UNEVEN = 0.5;
const EVEN_STEPS = 0.8;

const DAY = /^\d{4}-\d\d-\d\d$/;
const WALL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Where rows stand in their course at a moment; null for rows that are by anything else than even steps of time. */
function courseOf(rows: string[][], now: Date, timeZone: string): Course | null {
  const times = rows.map(([first = '']) => timeOf(first, timeZone));
  const steps = times.slice(1).map((at, index) => at - (times[index] as number));
  const usual = [...steps].sort((a, b) => a - b)[steps.length >> 1] ?? Number.NaN;
  const isEven = (step: number) => Math.abs(step - usual) <= UNEVEN * Math.abs(usual);
  if (rows.length < MIN_ROWS || Number.isNaN(usual) || usual === 0) return null;
  if (steps.some((step) => Number.isNaN(step) || Math.sign(step) !== Math.sign(usual))) return null;
  if (steps.filter(isEven).length < EVEN_STEPS * steps.length) return null;
  const isOver = (at: number) => at <= now.getTime();
  if (usual < 0) {
    const newest = times.findIndex(isOver);
    return { from: 0, now: newest < 0 ? null : newest };
  }
  const current = times.findLastIndex(isOver);
  // Readings that end now are a history, however new the last of them is.
  const isAhead = current >= 0 && current < rows.length - 1;
  const from = isAhead ? Math.max(0, Math.min(current, rows.length - FEW_ROWS)) : 0;
  return { from, now: current < 0 ? null : current };
}

/** When the step of a row begins; not a number for anything else than a moment. */
function timeOf(cell: string, timeZone: string): number {
  if (MOMENT.test(cell)) return Date.parse(cell.replace(' ', 'T'));
  const wall = DAY.test(cell) ? `${cell}T00:00` : WALL.test(cell) ? cell.replace(' ', 'T') : null;
  return wall === null ? Number.NaN : (momentOf(wall, timeZone) ?? Number.NaN);
}

const FIGURE = /^[-+−]?\d[\d.,]{0,12}(?:\s?\S{1,8})?$/u;
const CLOCK = /\d:\d\d/;
/** What is asked first of the weather of a moment. */
const TEMPERATURE = /^(?:(?:air|outdoor|outside) )?temp(?:erature)?$/i;

/** The column with the figure that a course is about: its only one, or the temperature of a forecast; null for none. */
function figureOfCourse(header: string[], rows: string[][]): number | null {
  const figures = header.flatMap((name, index) => {
    const isFigure = index > 0 && rows.every((row) => FIGURE.test(row[index] ?? ''));
    return isFigure && !rows.some((row) => CLOCK.test(row[index] ?? '')) ? [{ name, index }] : [];
  });
  const [only] = figures;
  if (only && figures.length === 1) return only.index;
  const isOfDays = rows.every(([first = '']) => DAY.test(first));
  return isOfDays ? null : (figures.find(({ name }) => TEMPERATURE.test(name))?.index ?? null);
}
