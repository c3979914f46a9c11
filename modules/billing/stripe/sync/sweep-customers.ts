import { addSeconds } from '#shared/clock.ts';
import type { StripeContext } from '../context.ts';
import { enqueueDue } from '../enqueue-due.ts';

/** Stripe delivers an event for three days, and lets an operator send it again for thirty. */
const KEEP_EVENTS_SECONDS = 30 * 86_400;

/** Reads what no event asked for, and forgets events of long ago. Runs once an hour. */
export async function sweepCustomers(context: StripeContext): Promise<void> {
  await enqueueDue(context, 'customers');
  const before = addSeconds(context.clock.now(), -KEEP_EVENTS_SECONDS);
  await context.db('billing.stripe_events').where('received_at', '<', before).delete();
}
