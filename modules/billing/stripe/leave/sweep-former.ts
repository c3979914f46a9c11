import { addSeconds } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { queues } from '#shared/jobs/queues.ts';
import { claimDue } from '../claim-due.ts';
import type { LeaveContext } from '../context.ts';

/** A checkout page lives for a day: long after it nothing can be paid for a customer that is gone. */
const KEEP_SECONDS = 30 * 86_400;

/** Has customers of deleted accounts removed that no retry could, and forgets those long gone. Runs once an hour. */
export async function sweepFormer({ clock, db, jobs }: LeaveContext): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    for (const customerId of await claimDue(trx, 'former_customers', 'next_try_at', now))
      await jobs.send(trx, queues.removeCustomer, { customerId });
  });
  await db('billing.former_customers').where('removed_at', '<', addSeconds(now, -KEEP_SECONDS)).delete();
}
