import type { Trx } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { endReservations } from './end-reservations.ts';

/**
 * What the subjects had reserved is used up. May be repeated; subjects that have nothing reserved are passed over. The
 * counter has the units already, so it is neither changed nor locked.
 */
export async function settleUnits(
  context: BillingContext,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
): Promise<void> {
  await endReservations(context, trx, quota, subjectIds, 'settled');
}
