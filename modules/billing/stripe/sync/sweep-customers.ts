import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { StripeContext } from '../context.ts';
import { enqueueDue } from '../enqueue-due.ts';

/** Stripe delivers an event for three days, and an operator can send it again for thirty. */
const KEEP_EVENTS_SECONDS = 30 * DAY_SECONDS;

/** Enqueues customers that are due without an event, and deletes old events. Runs once an hour. */
export async function sweepCustomers(context: StripeContext): Promise<void> {
  await enqueueDue(context, 'customers');
  const deleteBefore = addSeconds(context.clock.now(), -KEEP_EVENTS_SECONDS);
  await context.db('billing.stripe_events').where('received_at', '<', deleteBefore).delete();
}
