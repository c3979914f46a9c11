import { Customer } from '../models/customer.ts';
import { StripeEvent } from '../models/stripe-event.ts';
import type { StripeContext } from './context.ts';
import { endSubscriptions } from './offboarding/end-subscriptions.ts';
import { FormerCustomer } from './offboarding/former-customer.ts';
import { syncCustomer } from './sync/sync-customer.ts';

/** Handles an event, or a customer from the sweep: reads the current state from Stripe. May run twice. */
export async function handleCustomer(
  context: StripeContext,
  { customerId, eventId }: { customerId: string; eventId?: string | undefined },
): Promise<void> {
  const { clock, db } = context;
  const customer = await Customer.query(db).findOne({ stripe_customer_id: customerId });
  if (customer) await syncCustomer(context, { userId: customer.userId, stripeCustomerId: customerId });
  // A payment by the customer of a deleted account. Unknown customers are ignored.
  else if (await FormerCustomer.query(db).findById(customerId)) await endSubscriptions(context, customerId);
  if (eventId) await StripeEvent.query(db).findById(eventId).patch({ handledAt: clock.now() });
}
