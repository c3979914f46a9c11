import { type StripeSession, stripeSession, stripeSubscription } from '../client/objects.ts';
import type { StripeClient } from '../client/stripe-client.ts';
import { isMissing, isRefused } from '../client/stripe-error.ts';
import type { OffboardingContext } from '../context.ts';
import { narrowStatus } from '../sync/choose-subscription.ts';
import { subscriptionsOf } from '../sync/sync-customer.ts';

/**
 * Closes the customer's open checkouts, then cancels every live subscription, at once. May be repeated; what has ended
 * already counts as done.
 * @throws {StripeError}
 */
export async function endSubscriptions(
  { stripe }: OffboardingContext,
  stripeCustomerId: string,
): Promise<void> {
  for (const session of await openSessions(stripe, stripeCustomerId)) await expireSession(stripe, session.id);
  // After the checkouts, so that one which was paid in the last moment has its subscription in the list.
  for (const { id, status } of await subscriptionsOf(stripe, stripeCustomerId)) {
    if (narrowStatus(status) === 'canceled') continue;
    await stripe.delete(`/v1/subscriptions/${id}`, stripeSubscription).catch(unlessMissing);
  }
}

/** @returns false when it was not open any more: it was paid, or it is over. */
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
