import { DAY_MS } from '#shared/wall-time.ts';
import type { FurnitureWords } from '../furniture-words.ts';

/** An RFC 3339 moment anywhere in a text. */
const MOMENT = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?(?![\d:])/g;
/** An RFC 3339 day that is the whole text. */
const DATE = /^\d{4}-\d\d-\d\d$/;

export interface Reader {
  /** IANA. */
  timeZone: string;
  /** Times on this day are shown without a date. */
  now: Date | null;
  furniture: FurnitureWords;
}

/** The reader according to a page's parameters. */
export function readerOf(given: { timeZone?: string; now?: string }, furniture: FurnitureWords): Reader {
  const now = given.now === undefined ? Number.NaN : Date.parse(given.now);
  return { timeZone: given.timeZone ?? 'UTC', now: Number.isNaN(now) ? null : new Date(now), furniture };
}

/** A text with its moments in the reader's zone and language. */
export function localTimes(text: string, reader: Reader): string {
  // Booleans. A cross would read as the opposite beside a word such as "cancelled".
  if (text === 'true') return '✓';
  if (text === 'false') return '–';
  if (DATE.test(text)) return dayOf(text, reader);
  return text.replace(MOMENT, (moment) => momentIn(moment, reader));
}

function dayOf(text: string, { furniture, timeZone, now }: Reader): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time)) return text;
  const near = now !== null && Math.abs(time - now.getTime()) < 300 * DAY_MS;
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(near ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  };
  return formatOf(localeIn(furniture.locale, timeZone), options).format(time);
}

function momentIn(moment: string, { timeZone, now, furniture }: Reader): string {
  const zone = knownZone(timeZone);
  const offset = /(?:Z|[+-]\d\d:?\d\d)$/.exec(moment)?.[0];
  const plain = moment.slice(0, moment.length - (offset?.length ?? 0)).replace(' ', 'T');
  // A moment without a zone is a wall time. So is one with an offset if the reader's zone is unknown.
  const asWritten = offset === undefined || (zone === 'UTC' && offset !== 'Z');
  const at = Date.parse(`${plain}${offset ?? 'Z'}`);
  if (Number.isNaN(at)) return moment;
  const wall = asWritten ? Date.parse(`${plain}Z`) : wallTime(new Date(at).toISOString(), zone);
  const today = now === null ? null : wallTime(now.toISOString(), zone);
  const locale = localeIn(furniture.locale, zone);
  const clock = formatOf(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(wall);
  if (today !== null && Math.floor(today / DAY_MS) === Math.floor(wall / DAY_MS)) return clock;
  const near = today !== null && Math.abs(wall - today) < 300 * DAY_MS;
  const date: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(near ? {} : { year: 'numeric' as const }),
    timeZone: 'UTC',
  };
  return `${formatOf(locale, date).format(wall)}, ${clock}`;
}

/** Milliseconds of the wall clock, as if it were UTC. */
export function wallTime(time: string, timeZone: string): number {
  if (!time.endsWith('Z')) return Date.parse(time.length === 10 ? `${time}T00:00:00Z` : `${time}Z`);
  const parts = formatOf('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(Date.parse(time));
  const of = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** British English, except in American time zones. */
export function localeIn(locale: string, timeZone: string): string {
  const american =
    /^(?:America\/(?:New_York|Detroit|Chicago|Denver|Phoenix|Los_Angeles|Anchorage|Boise)|Pacific\/Honolulu|US\/)/;
  return locale === 'en-GB' && american.test(timeZone) ? 'en-US' : locale;
}

/** The time zone of a name; UTC for unknown names. */
export function knownZone(name: string): string {
  try {
    formatOf('en-GB', { timeZone: name });
    return name;
  } catch {
    return 'UTC';
  }
}

/** Formats are cached, because creating one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 500;

export function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(key, format);
  }
  return format;
}
