import { addSeconds } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { StripeContext } from '../context.ts';

/** Stripe delivers an event for three days, and lets an operator send it again for thirty. */
const KEEP_EVENTS_SECONDS = 30 * 86_400;
/** A checkout page lives for a day: long after it nothing can be paid for a customer that is gone. */
const KEEP_FORMER_SECONDS = 30 * 86_400;
/** What one sweep hands to the queue at most, so that it never floods Stripe. */
const BATCH = 500;
const TRY_AGAIN_SECONDS = 24 * 3600;

/** Heals what no event and no retry did, and forgets what is long over. Runs once an hour. */
export async function sweep(context: StripeContext): Promise<void> {
  const { clock, db, jobs } = context;
  const now = clock.now();
  const later = addSeconds(now, TRY_AGAIN_SECONDS);
  await inTransaction(db, async (trx) => {
    const due = await claimDue(trx, 'customers', 'next_read_at', now, later);
    for (const customerId of due) await jobs.send(trx, queues.syncCustomer, { customerId });
  });
  await inTransaction(db, async (trx) => {
    const due = await claimDue(trx, 'former_customers', 'next_try_at', now, later);
    for (const customerId of due) await jobs.send(trx, queues.removeCustomer, { customerId });
  });
  await db('billing.stripe_events').where('received_at', '<', addSeconds(now, -KEEP_EVENTS_SECONDS)).delete();
  await db('billing.former_customers')
    .where('removed_at', '<', addSeconds(now, -KEEP_FORMER_SECONDS))
    .delete();
}

/** Takes those that are due and sets their next date, so that one left undone comes back and none comes twice. */
async function claimDue(
  trx: Trx,
  table: 'customers' | 'former_customers',
  column: 'next_read_at' | 'next_try_at',
  now: Date,
  later: Date,
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
    .update({ [column]: later })
    .returning('stripe_customer_id');
  return claimed.map(({ stripe_customer_id }) => stripe_customer_id);
}
