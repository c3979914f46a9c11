import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { BillingDeps } from '../context.ts';

/** Customers that one sweep enqueues at most, to limit the calls to Stripe. */
const MAX_CUSTOMERS_PER_BATCH = 500;
/** The queue gives up within half a day. A sweep tries again after a whole day. */
export const RETRY_SECONDS = DAY_SECONDS;

/** The column with the time when a customer is due, and the queue that handles it. */
const DUE = {
  customers: { column: 'next_read_at', queue: queues.syncCustomer },
  former_customers: { column: 'next_try_at', queue: queues.removeCustomer },
} as const;

/** Enqueues the customers that are due and sets their next time, so that a failed one is tried again and none is enqueued twice. */
export async function enqueueDue(
  { clock, db, jobs }: Pick<BillingDeps, 'clock' | 'db' | 'jobs'>,
  table: keyof typeof DUE,
): Promise<void> {
  const { column, queue } = DUE[table];
  await inTransaction(db, async (trx) => {
    for (const customerId of await takeDue(trx, table, column, clock.now()))
      await jobs.send(trx, queue, { customerId });
  });
}

async function takeDue(trx: Trx, table: string, column: string, now: Date): Promise<string[]> {
  const due = trx(`billing.${table}`)
    .select('stripe_customer_id')
    .where(column, '<=', now)
    .orderBy(column)
    .limit(MAX_CUSTOMERS_PER_BATCH)
    .forUpdate()
    .skipLocked();
  const taken = await trx(`billing.${table}`)
    .whereIn('stripe_customer_id', due)
    .update({ [column]: addSeconds(now, RETRY_SECONDS) })
    .returning('stripe_customer_id');
  return taken.map(({ stripe_customer_id }) => stripe_customer_id);
}
