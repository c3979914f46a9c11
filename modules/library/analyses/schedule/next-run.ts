const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * The first moment after `after` at which the clocks of a time zone show `at` (`HH:MM`), once a calendar day there. A
 * time that is skipped when clocks go forward counts as the moment they do; of one that comes twice, the first counts.
 */
export function nextRun(timeZone: string, at: string, after: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const today = wallTime(timeZone, after.getTime());
  const midnight = today - (((today % DAY) + DAY) % DAY);
  // Yesterday's may still be to come: nowhere do clocks change by a day, but the date line was crossed once or twice.
  for (let day = midnight - DAY; ; day += DAY) {
    const moment = momentOf(timeZone, day + (hours * 60 + minutes) * MINUTE);
    if (moment > after.getTime()) return new Date(moment);
  }
}

/** The first moment at which the zone's clocks show this wall time or, when they skip it, any later one. */
function momentOf(timeZone: string, wall: number): number {
  const offsets = [wall - DAY, wall + DAY].map((near) => wallTime(timeZone, near) - near);
  const candidates = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  const exact = candidates.find((moment) => wallTime(timeZone, moment) === wall);
  if (exact !== undefined) return exact;
  // Skipped: the change lies between the two readings. Halve until the minute is found.
  let [before, behind] = [candidates[0] as number, candidates[1] as number];
  while (behind - before > MINUTE) {
    const middle = before + Math.floor((behind - before) / 2 / MINUTE) * MINUTE;
    if (wallTime(timeZone, middle) >= wall) behind = middle;
    else before = middle;
  }
  return behind;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show, as milliseconds since 1970 on those clocks. */
function wallTime(timeZone: string, moment: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(timeZone, format);
  const part = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
