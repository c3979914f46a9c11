import type { Db } from '#shared/db/open.ts';
import { leaseEnd } from '../lanes.ts';
import { RETRY_PAUSES_SECONDS } from './retry-schedule.ts';

const LONGEST_WAIT = `greatest(:lease, :now::timestamptz
  + (:pauses::integer[])[least(attempts, ${RETRY_PAUSES_SECONDS.length})] * interval '1 s')`;

/**
 * Limits every wait to what it would be after an attempt at `now`. Due times are wall-clock times: after the clock was
 * set back by hours, all of them would be hours late. Every lane becomes due within the time of a lease.
 */
export async function limitWaits(db: Db, now: Date): Promise<void> {
  const times = { now, lease: leaseEnd(now), pauses: RETRY_PAUSES_SECONDS };
  await db.raw(
    `update webhooks.deliveries set first_attempt_at = least(first_attempt_at, :now),
       next_attempt_at = least(next_attempt_at, ${LONGEST_WAIT})
     where state = 'waiting' and attempts > 0 and (first_attempt_at > :now or next_attempt_at > ${LONGEST_WAIT})`,
    times,
  );
  await db.raw('update webhooks.lanes set due_at = :lease where due_at > :lease', times);
}
