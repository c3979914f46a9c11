import type { EntitlingSubscription } from './read-subscription.ts';

/** Units count from `start` (inclusive) to `end` (exclusive). */
export interface Window {
  start: Date;
  end: Date;
}

/** The calendar month, in UTC. */
export function calendarMonth(now: Date): Window {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

type Period = Pick<EntitlingSubscription, 'interval' | 'currentPeriodStart' | 'currentPeriodEnd'>;

/**
 * The billing period, or the current month of a yearly one. Months count from the start of the period, and the last one
 * ends with it. A period that is over while the next one is unknown continues by months.
 */
export function billingWindow(period: Period, now: Date): Window {
  const { interval, currentPeriodStart: start, currentPeriodEnd: end } = period;
  // A period that starts at the end of a short month has its day of the month at its end.
  const day = Math.max(start.getUTCDate(), end.getUTCDate());
  if (now >= end) return monthFrom(end, day, now);
  if (interval === 'month') return { start, end };
  const month = monthFrom(start, day, now);
  return month.end < end ? month : { ...month, end };
}

/** The month that contains `now`; months begin at `origin` and then on `day`, or on the last day of a shorter month. */
function monthFrom(origin: Date, day: number, now: Date): Window {
  let start = origin;
  for (let months = 1; ; months++) {
    const end = monthsLater(origin, months, day);
    if (now < end) return { start, end };
    start = end;
  }
}

function monthsLater(origin: Date, months: number, day: number): Date {
  const [year, month] = [origin.getUTCFullYear(), origin.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const later = new Date(origin);
  later.setUTCFullYear(year, month, Math.min(day, lastDay));
  return later;
}
