import type { Trx } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { endReservations } from './end-reservations.ts';

/**
 * Marks the reserved units of the subjects as used up. May be repeated; subjects without a reservation are ignored. The
 * counter includes the units already, so it is neither changed nor locked.
 */
export async function settleUnits(
  context: BillingContext,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
): Promise<void> {
  await endReservations(context, trx, quota, subjectIds, 'settled');
}
