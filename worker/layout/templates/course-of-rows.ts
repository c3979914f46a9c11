import { countWords } from '#shared/count-words.ts';
import { momentOf } from '../../extract/moment-of.ts';

/** A table in the parameters of a template. */
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
 * Shows a table of a course (a forecast, the prices of a day, readings of a sensor) from the current row on, with the current
 * figure in large type. Past rows are counted. Returns any other table unchanged.
 * @param local formats a cell for the page
 */
export function startAtCurrentRow<T extends Rows>(given: T, local: (text: string) => string): T {
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
    // If words were left out before, the page counts words and not rows.
    omittedRows: omitted === 0 || omittedRows > 0 ? omittedRows + course.from : 0,
  };
}

/** The current figure of a course, with its time; null if the rows have several figures or none. */
function currentFigure(header: string[] | undefined, rows: string[][], { now }: Course) {
  const column = !header || now === null ? null : figureOfCourse(header, rows);
  if (column === null || now === null) return null;
  return { key: `${header?.[column]} · ${rows[now]?.[0]}`, value: rows[now]?.[column] ?? '' };
}

/** Rows at even steps of time. */
interface Course {
  /** The first row to show: the current one if others follow, or an earlier one if few would be left. */
  from: number;
  /** The current row, else the newest past one; null if all are in the future. */
  now: number | null;
}

const MIN_ROWS = 4;
/** At least so many rows are shown, because there is room for them. */
const FEW_ROWS = 12;
/** Greatest deviation of an even step from the median, as a share of it, and the least share of even steps. */
const MAX_UNEVENNESS = 0.5;
const EVEN_STEPS = 0.8;

const DAY = /^\d{4}-\d\d-\d\d$/;
const WALL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** The current and the first shown row; null if the rows are not at even steps of time. */
function courseOf(rows: string[][], now: Date, timeZone: string): Course | null {
  const times = rows.map(([first = '']) => timeOf(first, timeZone));
  const steps = times.slice(1).map((at, index) => at - (times[index] as number));
  const usual = [...steps].sort((a, b) => a - b)[steps.length >> 1] ?? Number.NaN;
  const isEven = (step: number) => Math.abs(step - usual) <= MAX_UNEVENNESS * Math.abs(usual);
  if (rows.length < MIN_ROWS || Number.isNaN(usual) || usual === 0) return null;
  if (steps.some((step) => Number.isNaN(step) || Math.sign(step) !== Math.sign(usual))) return null;
  if (steps.filter(isEven).length < EVEN_STEPS * steps.length) return null;
  const isOver = (at: number) => at <= now.getTime();
  if (usual < 0) {
    const newest = times.findIndex(isOver);
    return { from: 0, now: newest < 0 ? null : newest };
  }
  const current = times.findLastIndex(isOver);
  // If the current row is the last one, the rows are a history.
  const isAhead = current >= 0 && current < rows.length - 1;
  const from = isAhead ? Math.max(0, Math.min(current, rows.length - FEW_ROWS)) : 0;
  return { from, now: current < 0 ? null : current };
}

/** The time of a cell in milliseconds; NaN if it is not a time. */
function timeOf(cell: string, timeZone: string): number {
  if (MOMENT.test(cell)) return Date.parse(cell.replace(' ', 'T'));
  const wall = DAY.test(cell) ? `${cell}T00:00` : WALL.test(cell) ? cell.replace(' ', 'T') : null;
  return wall === null ? Number.NaN : (momentOf(wall, timeZone) ?? Number.NaN);
}

const FIGURE = /^[-+−]?\d[\d.,]{0,12}(?:\s?\S{1,8})?$/u;
const CLOCK = /\d:\d\d/;
/** The most important figure of a forecast. */
const TEMPERATURE = /^(?:(?:air|outdoor|outside) )?temp(?:erature)?$/i;

/** The column with the figure of a course: its only one, or the temperature of a forecast; null if there is none. */
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
