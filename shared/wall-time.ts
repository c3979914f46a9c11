export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** A time of day: `HH:MM`. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

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

/** Formats by the lower-case name of their zone. `Intl` ignores case, so their number is limited to that of the zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of a zone at a moment, as milliseconds since 1970 in local time ("wall time"). */
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

/** Returns the first moment with this wall time in the zone, or with a later one if the clocks skip it. */
export function firstMomentOf(timeZone: string, wall: number): number {
  const [first] = momentsOf(timeZone, wall);
  return first ?? momentOfSkip(timeZone, wall);
}

/**
 * Returns the moment after which the zone never again shows an earlier wall time than this one. For a wall time that
 * occurs twice this is the second occurrence, or the first if the clocks are set back to exactly this wall time.
 */
export function lastMomentOf(timeZone: string, wall: number): number {
  const moments = momentsOf(timeZone, wall);
  const [first, second] = moments;
  if (first === undefined) return momentOfSkip(timeZone, wall);
  if (second === undefined) return first;
  return wallTime(timeZone, second - MINUTE_MS) < wall ? second : first;
}

/** The moments with a wall time: none, one or two, in order. */
function momentsOf(timeZone: string, wall: number): number[] {
  return candidates(timeZone, wall).filter(
    (moment, at, all) => moment !== all[at - 1] && wallTime(timeZone, moment) === wall,
  );
}

/** The moment calculated with the zone's offset of the previous day, and with that of the next day. */
function candidates(timeZone: string, wall: number): number[] {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map(
    (otherTime) => wallTime(timeZone, otherTime) - otherTime,
  );
  return offsets.map((offset) => wall - offset).sort((a, b) => a - b);
}

/** The moment at which the clocks skip a wall time. It lies between the two candidates and is found by bisection. */
function momentOfSkip(timeZone: string, wall: number): number {
  let [before, after] = candidates(timeZone, wall) as [number, number];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (wallTime(timeZone, middle) >= wall) after = middle;
    else before = middle;
  }
  return after;
}
