import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../wall-time.ts';

/** RFC 3339, section 5.6, where `T` and `Z` may be written in lower case. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})t([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/**
 * A time in a query, in any form of RFC 3339. Fractions are rounded up to the millisecond, the precision of stored times,
 * so that "at or after" and "before" give the same result as the exact time. A leap second is the first moment of the next
 * day, as in POSIX time, and is accepted only at the end of a month in UTC.
 */
export const queryTime = z
  .string()
  .transform((text, context) => {
    const time = parseTime(text);
    if (time) return time;
    const message = 'must be a time after RFC 3339, such as 2026-11-20T10:00:00Z; a `+` is written %2B.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', format: 'date-time' } });

function parseTime(text: string): Date | null {
  const [, date, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] =
    DATE_TIME.exec(text) ?? [];
  if (date === undefined) return null;
  const leap = second === '60';
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // The parser moves a day that the month does not have into the next month.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return null;
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0));
  const wholeSeconds =
    midnight + (Number(hour) * 60 + Number(minute) - offset) * MINUTE_MS + Number(second) * 1000;
  if (leap) return isMonthStart(new Date(wholeSeconds)) ? new Date(wholeSeconds) : null;
  return new Date(wholeSeconds + milliseconds(fraction));
}

/** The digits after the point, rounded up: `5` is 500, `0001` is 1. */
function milliseconds(fraction: string): number {
  const more = /[1-9]/.test(fraction.slice(3));
  return Number(fraction.slice(0, 3).padEnd(3, '0')) + (more ? 1 : 0);
}

function isMonthStart(moment: Date): boolean {
  return moment.getUTCDate() === 1 && moment.getTime() % DAY_MS === 0;
}
