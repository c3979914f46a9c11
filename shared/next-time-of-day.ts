import { DAY_MS, firstMomentOf, midnightOf, timeOfDay, wallTime } from './wall-time.ts';

/**
 * Returns the first moment after `after` with the local time `at` (`HH:MM`) in a time zone, once per calendar day. A
 * time that is skipped when clocks go forward means the moment of the change; of a time that occurs twice, the first
 * counts.
 */
export function nextTimeOfDay(timeZone: string, at: string, after: Date): Date {
  const today = midnightOf(wallTime(timeZone, after.getTime()));
  // Yesterday's moment may still be in the future: a zone that crosses the date line changes by a whole day.
  for (let day = today - DAY_MS; ; day += DAY_MS) {
    const moment = firstMomentOf(timeZone, day + timeOfDay(at));
    if (moment > after.getTime()) return new Date(moment);
  }
}
