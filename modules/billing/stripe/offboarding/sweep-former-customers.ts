import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { OffboardingContext } from '../context.ts';
import { enqueueDue } from '../enqueue-due.ts';

/** Much longer than the day for which a checkout can be paid. */
const KEEP_FORMER_CUSTOMERS_SECONDS = 30 * DAY_SECONDS;

/** Tries again to remove customers of deleted accounts, and deletes the rows of those removed long ago. Runs once an hour. */
export async function sweepFormerCustomers(context: OffboardingContext): Promise<void> {
  await enqueueDue(context, 'former_customers');
  const deleteBefore = addSeconds(context.clock.now(), -KEEP_FORMER_CUSTOMERS_SECONDS);
  await context.db('billing.former_customers').where('removed_at', '<', deleteBefore).delete();
}
