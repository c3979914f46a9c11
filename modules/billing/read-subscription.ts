import type { Subscription } from './billing.ts';
import type { BillingContext } from './context.ts';
import { StoredSubscription } from './models/stored-subscription.ts';

/** Null for a user who never subscribed. */
export async function readSubscription({ db }: BillingContext, userId: string): Promise<Subscription | null> {
  const stored = await StoredSubscription.query(db).findById(userId);
  return stored ? subscriptionOf(stored) : null;
}

export function subscriptionOf(stored: StoredSubscription): Subscription {
  const { status, plan, interval, currentPeriodEnd, cancelAtPeriodEnd } = stored;
  return { status, plan, interval, currentPeriodEnd, cancelAtPeriodEnd };
}
