/** The source of the date and time. Tests pass one that they set. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Milliseconds since the process started. Changes of the system time do not affect it: for durations and deadlines. */
export function monotonicMs(): number {
  return performance.now();
}

export const DAY_SECONDS = 86_400;

/** `date` plus a number of seconds, which may be negative. */
export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
