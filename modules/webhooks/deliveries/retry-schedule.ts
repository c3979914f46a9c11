import { addSeconds } from '#shared/clock.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds from a failed attempt to the next one, by the number of attempts made. */
export const RETRY_PAUSES_SECONDS = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
/**
 * As many as fit into three days. Attempts are counted rather than days, because a clock that is set forward must not
 * end a delivery after one attempt.
 */
const MAX_ATTEMPTS = 18;

/** When a delivery is attempted again after `attempts` failures; null when it ends as failed. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const pause = RETRY_PAUSES_SECONDS[Math.min(attempts, RETRY_PAUSES_SECONDS.length) - 1] ?? 0;
  return attempts < MAX_ATTEMPTS ? addSeconds(now, pause) : null;
}
