import { DAY_MS, firstMomentOf, lastMomentOf, midnightOf, timeOfDay, wallTime } from '#shared/wall-time.ts';

/** Belongs to the days on which it begins; 1 is Monday. With `to` at or before `from` it ends on the next day. */
export interface QuietWindow {
  days: number[];
  /** `HH:MM`, inclusive. */
  from: string;
  /** `HH:MM`, exclusive. */
  to: string;
}

export interface QuietHours {
  /** IANA name. */
  timeZone: string;
  windows: QuietWindow[];
}

/** Adjacent windows form one period, of at most this number of windows: more than two weeks. */
const MAX_JOINED_WINDOWS = 16;

/**
 * Returns the end of the quiet period that contains a moment; null if there is none. A window begins when the zone's
 * clocks first show `from`, and ends when they will not show a time before `to` again: a skipped time means the moment
 * of the skip, and a night in which an hour occurs twice is an hour longer.
 */
export function quietUntil({ timeZone, windows }: QuietHours, at: Date): Date | null {
  if (windows.length === 0) return null;
  let end = at.getTime();
  for (let joined = 0; joined < MAX_JOINED_WINDOWS; joined++) {
    const next = endOfWindows(timeZone, windows, end);
    if (next === null) break;
    end = next;
  }
  return end > at.getTime() ? new Date(end) : null;
}

/** Returns the beginning of the next window after a moment, within a week; null if there is none. */
export function quietBegins({ timeZone, windows }: QuietHours, at: Date): Date | null {
  if (windows.length === 0) return null;
  const moment = at.getTime();
  const today = midnightOf(wallTime(timeZone, moment));
  for (let day = today - DAY_MS; day <= today + 7 * DAY_MS; day += DAY_MS) {
    const begins = windows
      .filter(({ days }) => days.includes(weekday(day)))
      .map(({ from }) => firstMomentOf(timeZone, day + timeOfDay(from)))
      .filter((begin) => begin > moment);
    if (begins.length > 0) return new Date(Math.min(...begins));
  }
  return null;
}

/** The latest end of the windows that contain a moment; null if there is none. */
function endOfWindows(timeZone: string, windows: QuietWindow[], moment: number): number | null {
  const today = midnightOf(wallTime(timeZone, moment));
  let end: number | null = null;
  // Tomorrow's window too, because clocks that are set back at midnight return to the previous day.
  for (const window of windows)
    for (const day of [today - DAY_MS, today, today + DAY_MS]) {
      if (!window.days.includes(weekday(day))) continue;
      const [from, to] = [timeOfDay(window.from), timeOfDay(window.to)];
      const begins = firstMomentOf(timeZone, day + from);
      if (begins > moment) continue;
      const ends = lastMomentOf(timeZone, day + to + (to <= from ? DAY_MS : 0));
      if (ends > moment) end = Math.max(end ?? 0, ends);
    }
  return end;
}

/** 1 is Monday. */
function weekday(midnight: number): number {
  return ((new Date(midnight).getUTCDay() + 6) % 7) + 1;
}
