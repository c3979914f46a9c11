const formats = new Map<string, Intl.DateTimeFormat | null>();
const MAX_FORMATS = 500;
const HOUR_MS = 3_600_000;

/** The moment of a wall time (`2026-11-22T18:00:00`) in an IANA zone, in milliseconds; null when there is no such zone. */
export function momentOf(wall: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${wall}Z`);
  const format = formatOf(timeZone);
  if (!format || Number.isNaN(asUtc)) return null;
  // First with the offset of a nearby moment, then with that of the result. Two steps are enough, because clocks are
  // not changed twice a day.
  const first = asUtc - offsetAt(format, asUtc);
  const second = asUtc - offsetAt(format, first);
  return offsetAt(format, second) === asUtc - second ? second : second + HOUR_MS;
}

function offsetAt(format: Intl.DateTimeFormat, moment: number): number {
  const of = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  let format = formats.get(timeZone);
  if (format === undefined) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    format = createFormat(timeZone);
    formats.set(timeZone, format);
  }
  return format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  if (!/^[A-Za-z]/.test(timeZone)) return null;
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
}
