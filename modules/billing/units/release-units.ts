import type { Trx } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { Counter } from '../models/counter.ts';
import { endReservations } from './end-reservations.ts';

/**
 * What the subjects had reserved, and not settled, is given back to the window that it came from. May be repeated;
 * subjects that have nothing reserved are passed over.
 */
export async function releaseUnits(
  context: BillingContext,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
): Promise<void> {
  const returned = await endReservations(context, trx, quota, subjectIds, 'returned');
  // Counters come last and in one order, so that callers cannot deadlock. One that is wrong must not stop the work:
  // a recount finds it.
  for (const { userId, windowStart, units } of returned)
    await Counter.query(trx)
      .where({ user_id: userId, quota, window_start: windowStart })
      .patch({ used: Counter.raw('greatest(used - ?, 0)', [units]) as unknown as number });
}
