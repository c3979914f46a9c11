import { addSeconds } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';

/** What one sweep hands to the queue at most, so that it never floods Stripe. */
const BATCH = 500;
/** The queue gives up within half a day. */
const TRY_AGAIN_SECONDS = 24 * 3600;

/**
 * The customers that are due. Sets their next date, so that one left undone comes back and none comes twice.
 */
export async function claimDue(
  trx: Trx,
  table: 'customers' | 'former_customers',
  column: 'next_read_at' | 'next_try_at',
  now: Date,
): Promise<string[]> {
  const due = trx(`billing.${table}`)
    .select('stripe_customer_id')
    .where(column, '<=', now)
    .orderBy(column)
    .limit(BATCH)
    .forUpdate()
    .skipLocked();
  const claimed = await trx(`billing.${table}`)
    .whereIn('stripe_customer_id', due)
    .update({ [column]: addSeconds(now, TRY_AGAIN_SECONDS) })
    .returning('stripe_customer_id');
  return claimed.map(({ stripe_customer_id }) => stripe_customer_id);
}
