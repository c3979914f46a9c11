import type { Trx } from '#shared/db/open.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { Counter } from '../models/counter.ts';

const RETURN: PreparedQuery = {
  name: 'billing-return-units',
  text: `
    with returned as (
      update billing.reservations set state = 'returned', updated_at = $3
      where quota = $1 and subject_id in (
        select subject_id from billing.reservations
        where quota = $1 and subject_id = any($2::text[]) and state = 'reserved'
        order by subject_id for update
      )
      returning user_id, subject_id, window_start
    ), moved as (
      insert into billing.movements (user_id, quota, subject_id, window_start, kind, units, at)
      select user_id, $1, subject_id, window_start, 'return', -1, $3 from returned
    )
    select user_id as "userId", window_start as "windowStart", count(*)::int as units
    from returned group by user_id, window_start order by user_id, window_start`,
};

interface Returned {
  userId: string;
  windowStart: Date;
  units: number;
}

/**
 * What the subjects had reserved, and not settled, is given back to the window that it came from. May be repeated;
 * subjects that have nothing reserved are passed over.
 */
export async function releaseUnits(
  { clock }: BillingContext,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  const returned = await readPrepared<Returned>(trx, RETURN, [quota, subjectIds, clock.now()]);
  // Counters come last and in one order, so that nobody waits in a circle. One that is wrong must not stop the work:
  // a recount finds it.
  for (const { userId, windowStart, units } of returned)
    await Counter.query(trx)
      .where({ user_id: userId, quota, window_start: windowStart })
      .patch({ used: Counter.raw('greatest(used - ?, 0)', [units]) as unknown as number });
}
