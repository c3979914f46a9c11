import { signal } from '@preact/signals';
import { locale, t } from '../strings/index.ts';

const DAY_SECONDS = 86_400;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', DAY_SECONDS],
];
const TICK_MS = 15_000;
/** Times further away are shown as a date. */
const RELATIVE_DAYS = 6;

const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, TICK_MS);

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' });

/** `in 4 min`, `2 hr. ago`, `12 Nov`: in the reader's zone. */
export function timeInWords(iso: string): string {
  const date = new Date(iso);
  const seconds = (date.getTime() - now.value) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 45) return seconds > 0 ? t.time.now : t.time.justNow;
  if (distance > RELATIVE_DAYS * DAY_SECONDS)
    return (date.getFullYear() === new Date(now.value).getFullYear() ? day : dayOfYear).format(date);
  const [unit, length] =
    UNITS.findLast(([, length]) => distance >= length * 0.95) ??
    (UNITS[0] as [Intl.RelativeTimeFormatUnit, number]);
  return relative.format(Math.round(seconds / length), unit);
}

/** `14:20`, and the day where it is not today. */
export function clockTime(iso: string): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date(now.value).toDateString();
  return isToday ? clock.format(date) : `${day.format(date)}, ${clock.format(date)}`;
}

/** A relative time that is kept up to date, with the exact time as tooltip. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <>{t.time.never}</>;
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {timeInWords(at)}
    </time>
  );
}
