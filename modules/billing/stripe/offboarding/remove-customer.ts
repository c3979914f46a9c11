import { stripeCustomer } from '../client/objects.ts';
import type { StripeClient } from '../client/stripe-client.ts';
import { isMissing } from '../client/stripe-error.ts';
import type { OffboardingContext } from '../context.ts';
import { endSubscriptions } from './end-subscriptions.ts';
import { FormerCustomer } from './former-customer.ts';

/** Ends a former customer's subscriptions and deletes the customer at Stripe. May run twice. @throws {StripeError} */
export async function removeCustomer(context: OffboardingContext, customerId: string): Promise<void> {
  const { clock, db, stripe } = context;
  await endSubscriptions(context, customerId);
  await deleteCustomer(stripe, customerId);
  await FormerCustomer.query(db)
    .findById(customerId)
    .patch({ nextTryAt: null, removedAt: clock.now() })
    .whereNull('removed_at');
}

/** @throws {StripeError} */
export async function deleteCustomer(stripe: StripeClient, customerId: string): Promise<void> {
  try {
    await stripe.delete(`/v1/customers/${customerId}`, stripeCustomer);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
