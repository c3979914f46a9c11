import { addSeconds } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { queues } from '#shared/jobs/queues.ts';
import { claimDue } from '../claim-due.ts';
import type { StripeContext } from '../context.ts';

/** Stripe delivers an event for three days, and lets an operator send it again for thirty. */
const KEEP_EVENTS_SECONDS = 30 * 86_400;

/** Reads what no event asked for, and forgets events of long ago. Runs once an hour. */
export async function sweepCustomers({ clock, db, jobs }: StripeContext): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    for (const customerId of await claimDue(trx, 'customers', 'next_read_at', now))
      await jobs.send(trx, queues.syncCustomer, { customerId });
  });
  await db('billing.stripe_events').where('received_at', '<', addSeconds(now, -KEEP_EVENTS_SECONDS)).delete();
}
