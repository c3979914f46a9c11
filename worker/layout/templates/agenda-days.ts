import { DAY_MS, midnightOf } from '#shared/wall-time.ts';
import type { FurnitureWords } from '../furniture-words.ts';
import { joinFacts } from './furniture.ts';
import { formatOf, knownZone, localeIn, wallTime } from './local-times.ts';

interface Event {
  title: string;
  start: string;
  end?: string | null;
  place?: string | null;
  note?: string | null;
  cancelled?: boolean | undefined;
}

export interface DayOfEvents {
  /** "Sunday, 22 November". */
  name: string;
  /** Its midnight on the wall clock, in milliseconds as if it were UTC. */
  date: number;
  /** "Sun 22 Nov". */
  short: string;
  events: {
    when: string;
    title: string;
    detail: string;
    isDay: boolean;
    /** The midnight of its last day. */
    last: number;
  }[];
}

/** An event that ends before this time of the next day ends in the same night. */
const NIGHT_END_MS = 12 * 3_600_000;

/** Events grouped by the day on which they begin, in order; all-day events come first. */
export function agendaDays(
  events: Event[],
  timeZone: string,
  furniture: FurnitureWords,
  now: string | undefined,
): DayOfEvents[] {
  const zone = knownZone(timeZone);
  const locale = localeIn(furniture.locale, zone);
  const clock = formatOf(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const day = formatOf(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const short = formatOf(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dated = formatOf(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const reader = now === undefined ? Number.NaN : Date.parse(now);
  const nameOf = (date: number) => (Math.abs(date - reader) > MAX_MS_WITHOUT_YEAR ? dated : day).format(date);
  const span = formatOf(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const sorted = events
    .map((event) => ({ event, start: wallTime(event.start, zone), isDay: event.start.length === 10 }))
    .sort((a, b) => a.start - b.start || Number(b.isDay) - Number(a.isDay));
  const days = new Map<number, DayOfEvents>();
  for (const { event, start, isDay } of sorted) {
    const date = midnightOf(start);
    const own = days.get(date) ?? { name: nameOf(date), short: short.format(date), date, events: [] };
    days.set(date, own);
    const end = event.end ? wallTime(event.end, zone) : null;
    const last = end === null ? start : isDay ? end - DAY_MS : end;
    const sameDay = last - date < DAY_MS;
    const sameNight = last - date <= DAY_MS + NIGHT_END_MS && last - start < DAY_MS;
    const times = isDay
      ? sameDay
        ? furniture.phrases.allDay
        : spanOf(span, start, last)
      : joinTimes(
          clock.format(start),
          end === null || end === start
            ? ''
            : `${sameNight ? '' : `${short.format(last)} `}${clock.format(last)}`,
        );
    const { cancelled } = furniture.phrases;
    const calledOff = isDay ? cancelled : `${clock.format(start)} · ${cancelled}`;
    own.events.push({
      when: event.cancelled ? calledOff : times,
      title: event.title,
      detail: joinFacts(event.place, event.note),
      isDay,
      last: Math.max(date, midnightOf(last)),
    });
  }
  return [...days.values()];
}

/** "Sunday, 22 November": the day of a moment in the reader's time zone. */
export function dayAt(moment: string, timeZone: string, furniture: FurnitureWords): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return '';
  const wall = wallTime(new Date(time).toISOString(), knownZone(timeZone));
  const start = new Date(wall).toISOString().slice(0, 10);
  return agendaDays([{ title: '', start }], timeZone, furniture, moment)[0]?.name ?? '';
}

/** The days with the events that last until the day of `now` or later; all days when there are none. */
export function daysFrom(days: DayOfEvents[], now: string | undefined, timeZone: string): DayOfEvents[] {
  const moment = now === undefined ? Number.NaN : Date.parse(now);
  if (Number.isNaN(moment)) return days;
  const today = wallTime(new Date(moment).toISOString(), knownZone(timeZone));
  const midnight = midnightOf(today);
  const coming = days
    .map((day) => ({ ...day, events: day.events.filter(({ last }) => last >= midnight) }))
    .filter(({ events }) => events.length > 0);
  return coming.length > 0 ? coming : days;
}

/** Dates further away than this are shown with their year. */
const MAX_MS_WITHOUT_YEAR = 182 * DAY_MS;

/** "24.–26. Nov."; a range over the end of a year as two days, because `formatRange` would add the years. */
function spanOf(format: Intl.DateTimeFormat, start: number, last: number): string {
  const isOneYear = new Date(start).getUTCFullYear() === new Date(last).getUTCFullYear();
  return isOneYear ? format.formatRange(start, last) : joinTimes(format.format(start), format.format(last));
}

const joinTimes = (start: string, end: string) => (end === '' ? start : `${start} – ${end}`);
