import { addSeconds } from '#shared/clock.ts';
import type { OffboardingContext } from '../context.ts';
import { enqueueDue } from '../enqueue-due.ts';

/** A checkout page lives for a day: long after it nothing can be paid for a customer that is gone. */
const KEEP_FORMER_CUSTOMERS_SECONDS = 30 * 86_400;

/** Has customers of deleted accounts removed that no retry could, and forgets those long gone. Runs once an hour. */
export async function sweepFormerCustomers(context: OffboardingContext): Promise<void> {
  await enqueueDue(context, 'former_customers');
  const before = addSeconds(context.clock.now(), -KEEP_FORMER_CUSTOMERS_SECONDS);
  await context.db('billing.former_customers').where('removed_at', '<', before).delete();
}
