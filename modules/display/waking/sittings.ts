import { DAY_MS, MINUTE_MS, midnightOf } from '#shared/wall-time.ts';

/** A sitting: one push, or several that follow each other closely. */
export interface Sitting {
  /** Days since 1970, in wall time. */
  day: number;
  /** Minute of the day at which it began. */
  minute: number;
  pushes: number;
  /** Minutes by which it may be earlier or later on another day. */
  spread: number;
}

/** A push that comes later than this after the one before, or after the first, begins another sitting. */
const MAX_PAUSE_MS = 15 * MINUTE_MS;
const MAX_LENGTH_MS = 60 * MINUTE_MS;
/** A sitting recurs on this share of the days. Its spread is the distance to these. */
const RECURRING_SHARE = 0.5;
const MIN_SPREAD = 2;
const MAX_SPREAD = 90;

export function isWeekend(day: number): boolean {
  return [0, 6].includes((day + 4) % 7); // 1970 began on a Thursday, and a Sunday is 0
}

/** Groups pushes, given as wall times in order, into sittings. */
export function sittingsOf(walls: number[]): Sitting[] {
  const sittings: Sitting[] = [];
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const wall of walls) {
    const sitting = sittings.at(-1);
    if (sitting && wall - last < MAX_PAUSE_MS && wall - first < MAX_LENGTH_MS) sitting.pushes += 1;
    else {
      first = wall;
      const midnight = midnightOf(wall);
      const minute = (wall - midnight) / MINUTE_MS;
      sittings.push({ day: midnight / DAY_MS, minute, pushes: 1, spread: MAX_SPREAD });
    }
    last = wall;
  }
  for (const weekend of [false, true])
    measureSpreads(sittings.filter(({ day }) => isWeekend(day) === weekend));
  return sittings;
}

/**
 * Measures spreads by the distance to the nearest sittings of other days: a script's differ by a minute, a person's by
 * an hour.
 */
function measureSpreads(sittings: Sitting[]): void {
  const days = new Set(sittings.map(({ day }) => day)).size;
  const rank = Math.max(1, Math.floor(RECURRING_SHARE * days));
  const sorted = sittings.toSorted((one, other) => one.minute - other.minute);
  for (const [at, sitting] of sorted.entries())
    sitting.spread = Math.min(MAX_SPREAD, Math.max(MIN_SPREAD, distanceOf(sorted, at, rank)));
}

/** Minutes to the sitting of another day with this rank by distance; infinite if there are fewer. */
function distanceOf(sorted: Sitting[], at: number, rank: number): number {
  const { day, minute } = sorted[at] as Sitting;
  let [below, above] = [at - 1, at + 1];
  for (let found = 0; ; ) {
    const toBelow = minute - (sorted[below]?.minute ?? Number.NEGATIVE_INFINITY);
    const toAbove = (sorted[above]?.minute ?? Number.POSITIVE_INFINITY) - minute;
    const distance = Math.min(toBelow, toAbove);
    if (distance === Number.POSITIVE_INFINITY) return distance;
    const nearest = toBelow <= toAbove ? sorted[below--] : sorted[above++];
    if (nearest?.day !== day) found += 1;
    if (found === rank) return distance;
  }
}
