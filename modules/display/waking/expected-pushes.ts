import { DAY_MS, MINUTE_MS, midnightOf } from '#shared/wall-time.ts';
import { isWeekend, type Sitting, sittingsOf } from './sittings.ts';

/** Minutes of a cell of the forecast. */
export const CELL_MINUTES = 2;

/** A push counts half as much as one this number of days later. */
const HALF_LIFE_DAYS = 120;
/** Weight of a working day for a day of the weekend, and vice versa. */
const OTHER_DAYS = 0.1;
/** A sitting of today corresponds to one of another day that began within this number of minutes. */
const SAME_SITTING_MINUTES = 75;
/** The prior without data counts as one day with this number of pushes. */
const PRIOR_DAYS = 1;
const PRIOR_PUSHES = 3;
/** The waking hours of most people, in minutes of the day. */
const WAKING_HOURS = { from: 6.5 * 60, until: 22.5 * 60 };
const NIGHT_SHARE = 0.1;
/** Mean time until the next push of a sitting, and the prior number of further pushes. */
const NEXT_PUSH_MINUTES = 5;
const PRIOR_FURTHER = 0.5;

/**
 * Forecasts the number of pushes in each cell after a moment, in wall time. Each earlier day is a forecast of today:
 * its pushes are expected at about the same time again, within their spread, unless today's counterpart came already.
 * Right after a push more are expected.
 * @param walls wall times of the pushes so far, in order
 */
export function expectedPushes(walls: number[], wallNow: number, cells: number): Float64Array {
  const expected = new Float64Array(cells);
  const sittings = sittingsOf(walls);
  const today = midnightOf(wallNow) / DAY_MS;
  for (const day of [today, today + 1])
    addDay(expected, sittings, today, day, (day * DAY_MS - wallNow) / MINUTE_MS);
  addFurther(expected, walls, sittings.length, wallNow);
  return expected;
}

/** @param start minutes until the midnight at which the day begins; negative if it has begun */
function addDay(
  expected: Float64Array,
  sittings: Sitting[],
  today: number,
  day: number,
  start: number,
): void {
  const [first, end] = [Math.max(0, cellOf(start)), Math.min(expected.length, cellOf(start + 24 * 60))];
  if (first >= end) return;
  const weightOf = (past: number) =>
    2 ** ((past - today) / HALF_LIFE_DAYS) * (isWeekend(past) === isWeekend(day) ? 1 : OTHER_DAYS);
  let days = PRIOR_DAYS;
  for (let past = sittings[0]?.day ?? today; past < today; past++) days += weightOf(past);
  for (let cell = first; cell < end; cell++) {
    const minute = (cell + 0.5) * CELL_MINUTES - start;
    const isWakingHour = minute >= WAKING_HOURS.from && minute < WAKING_HOURS.until;
    const share = isWakingHour
      ? (1 - NIGHT_SHARE) / (WAKING_HOURS.until - WAKING_HOURS.from)
      : NIGHT_SHARE / (24 * 60 - WAKING_HOURS.until + WAKING_HOURS.from);
    expected[cell] = (expected[cell] as number) + (PRIOR_DAYS / days) * PRIOR_PUSHES * share * CELL_MINUTES;
  }
  for (const sitting of countExpectedToday(sittings, today, day)) {
    const weight = (weightOf(sitting.day) * sitting.pushes) / days;
    const { spread } = sitting;
    const middle = start + sitting.minute;
    const from = Math.max(first, cellOf(middle - spread));
    const until = Math.min(end, cellOf(middle + spread) + 1);
    for (let cell = from; cell < until; cell++) {
      const since = cell * CELL_MINUTES - middle;
      const share = cumulativeShare((since + CELL_MINUTES) / spread) - cumulativeShare(since / spread);
      expected[cell] = (expected[cell] as number) + weight * share;
    }
  }
}

function cellOf(minutes: number): number {
  return Math.floor(minutes / CELL_MINUTES);
}

/** Sittings of earlier days, without those whose counterpart has already occurred on this day. */
function countExpectedToday(sittings: Sitting[], today: number, day: number): Iterable<Sitting> {
  const byDay = Map.groupBy(sittings, (sitting) => sitting.day);
  const seen = byDay.get(day) ?? [];
  const left = new Set(sittings.filter((sitting) => sitting.day < today));
  for (const { minute } of seen)
    for (const [past, ofDay] of byDay) {
      if (past >= today) continue;
      const minutesApart = (one: Sitting) => Math.abs(one.minute - minute);
      const sameSittings = ofDay.filter((one) => left.has(one) && minutesApart(one) < SAME_SITTING_MINUTES);
      if (sameSittings.length > 0)
        left.delete(
          sameSittings.reduce((one, other) => (minutesApart(other) < minutesApart(one) ? other : one)),
        );
    }
  return left;
}

/** The share of a triangle distribution from -1 to 1 before a value. */
function cumulativeShare(at: number): number {
  if (at <= -1) return 0;
  if (at >= 1) return 1;
  return at < 0 ? (1 + at) ** 2 / 2 : 1 - (1 - at) ** 2 / 2;
}

/** Adds the expected further pushes of the current sitting. */
function addFurther(expected: Float64Array, walls: number[], sittings: number, wallNow: number): void {
  const last = walls.at(-1);
  if (last === undefined) return;
  const further = (walls.length - sittings + PRIOR_DAYS * PRIOR_FURTHER) / (sittings + PRIOR_DAYS);
  const left = (cell: number) =>
    Math.exp(-((wallNow - last) / MINUTE_MS + cell * CELL_MINUTES) / NEXT_PUSH_MINUTES);
  for (let cell = 0; cell < expected.length; cell++)
    expected[cell] = (expected[cell] as number) + further * (left(cell) - left(cell + 1));
}
