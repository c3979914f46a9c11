import { DAY_MS, firstMomentOf, midnightOf, timeOfDay, wallTime } from '#shared/wall-time.ts';

/**
 * The first moment after `after` at which the clocks of a time zone show `at` (`HH:MM`), once a calendar day there. A
 * time that is skipped when clocks go forward counts as the moment they do; of one that comes twice, the first counts.
 */
export function nextRun(timeZone: string, at: string, after: Date): Date {
  const today = midnightOf(wallTime(timeZone, after.getTime()));
  // Yesterday's may still be to come: nowhere do clocks change by a day, but the date line was crossed once or twice.
  for (let day = today - DAY_MS; ; day += DAY_MS) {
    const moment = firstMomentOf(timeZone, day + timeOfDay(at));
    if (moment > after.getTime()) return new Date(moment);
  }
}
