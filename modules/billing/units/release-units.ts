import type { Trx } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { Counter } from '../models/counter.ts';
import { endReservations } from './end-reservations.ts';

/**
 * Returns the units of the subjects that are reserved and not settled to their windows. May be repeated; subjects without a
 * reservation are ignored.
 */
export async function releaseUnits(
  context: BillingContext,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
): Promise<void> {
  const returned = await endReservations(context, trx, quota, subjectIds, 'returned');
  // Counters are locked last and in a fixed order, so that callers cannot deadlock. A wrong counter must not stop the work:
  // a recount corrects it.
  for (const { userId, windowStart, units } of returned)
    await Counter.query(trx)
      .where({ user_id: userId, quota, window_start: windowStart })
      .patch({ used: Counter.raw('greatest(used - ?, 0)', [units]) as unknown as number });
}
