import { addSeconds } from '#shared/clock.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds from an attempt that failed to the next one, by the number of attempts made. */
const PAUSES = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR];
const LAST_PAUSE = 6 * HOUR;
/** From its first attempt on a delivery is tried for so long. */
const MAX_SECONDS = 3 * 24 * HOUR;

/** When a delivery is tried again after `attempts` failures; null when it is given up. */
export function nextAttempt(attempts: number, firstAttemptAt: Date, now: Date): Date | null {
  const next = addSeconds(now, PAUSES[attempts - 1] ?? LAST_PAUSE);
  return next > addSeconds(firstAttemptAt, MAX_SECONDS) ? null : next;
}
