export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Whether a name is that of an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** `HH:MM` as milliseconds since midnight on a clock. */
export function timeOfDay(at: string): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}

/** Midnight of the day of a wall time. */
export function midnightOf(wall: number): number {
  return wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS);
}

/** One for each zone: names are known without case, so that there are as many as there are zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at a moment, as milliseconds since 1970 on those clocks. */
export function wallTime(timeZone: string, moment: number): number {
  const name = timeZone.toLowerCase();
  const format =
    formats.get(name) ??
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
  formats.set(name, format);
  const part = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The first moment at which the zone's clocks show this wall time or, when they skip it, any later one. */
export function firstMomentOf(timeZone: string, wall: number): number {
  const [first] = momentsOf(timeZone, wall);
  return first ?? momentOfSkip(timeZone, wall);
}

/**
 * The moment from which the zone's clocks show this wall time or a later one for good: of a wall time that comes twice
 * the second, unless the clocks go back to exactly this one, which they never show less than after the first.
 */
export function lastMomentOf(timeZone: string, wall: number): number {
  const moments = momentsOf(timeZone, wall);
  const [first, second] = moments;
  if (first === undefined) return momentOfSkip(timeZone, wall);
  if (second === undefined) return first;
  return wallTime(timeZone, second - MINUTE_MS) < wall ? second : first;
}

/** None, one or two, in order. */
function momentsOf(timeZone: string, wall: number): number[] {
  return candidates(timeZone, wall).filter(
    (moment, at, all) => moment !== all[at - 1] && wallTime(timeZone, moment) === wall,
  );
}

/** What the moment is by the offset of the day before and by that of the day after. */
function candidates(timeZone: string, wall: number): number[] {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => wallTime(timeZone, near) - near);
  return offsets.map((offset) => wall - offset).sort((a, b) => a - b);
}

/** The moment at which the clocks skip a wall time: it lies between the two candidates. Halves until it is found. */
function momentOfSkip(timeZone: string, wall: number): number {
  let [before, behind] = candidates(timeZone, wall) as [number, number];
  while (behind - before > MINUTE_MS) {
    const middle = before + Math.floor((behind - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (wallTime(timeZone, middle) >= wall) behind = middle;
    else before = middle;
  }
  return behind;
}
