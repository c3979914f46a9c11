import { Customer } from '../../models/customer.ts';
import { type StripeSession, stripeSession, stripeSubscription } from '../client/objects.ts';
import type { StripeClient } from '../client/stripe-client.ts';
import { isMissing, isRefused } from '../client/stripe-error.ts';
import type { OffboardingContext } from '../context.ts';
import { narrowStatus } from '../sync/choose-subscription.ts';
import { subscriptionsOf } from '../sync/sync-customer.ts';

/**
 * Closes the customer's open checkouts, then immediately cancels every live subscription. May be repeated.
 * @throws {StripeError}
 */
export async function endSubscriptions(
  { stripe }: OffboardingContext,
  stripeCustomerId: string,
): Promise<void> {
  for (const session of await openSessions(stripe, stripeCustomerId)) await expireSession(stripe, session.id);
  // Listed after the checkouts were closed, so that the subscription of a checkout that was just paid is included.
  for (const { id, status } of await subscriptionsOf(stripe, stripeCustomerId)) {
    if (narrowStatus(status) === 'canceled') continue;
    await stripe.delete(`/v1/subscriptions/${id}`, stripeSubscription).catch(unlessMissing);
  }
}

/** Returns false if the checkout was no longer open: it was paid or has expired. */
export async function expireSession(stripe: StripeClient, sessionId: string): Promise<boolean> {
  try {
    await stripe.post(`/v1/checkout/sessions/${sessionId}/expire`, {}, stripeSession);
    return true;
  } catch (error) {
    if (isRefused(error) || isMissing(error)) return false;
    throw error;
  }
}

async function openSessions(stripe: StripeClient, stripeCustomerId: string): Promise<StripeSession[]> {
  const filter = { customer: stripeCustomerId, status: 'open' };
  return (await stripe.list('/v1/checkout/sessions', filter, stripeSession).catch(unlessMissing)) ?? [];
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/**
 * Cancels all subscriptions of the user, before the account is deleted.
 * @throws {StripeError} when Stripe fails: then the account must not be deleted
 */
export async function cancelSubscription(context: OffboardingContext, userId: string): Promise<void> {
  const customer = await Customer.query(context.db).findById(userId);
  if (customer?.stripeCustomerId) await endSubscriptions(context, customer.stripeCustomerId);
}
