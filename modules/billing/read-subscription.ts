import type { Queryable } from '#shared/db/open.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import type { Subscription } from './billing.ts';
import type { BillingContext } from './context.ts';
import type { StoredSubscription } from './models/stored-subscription.ts';

/** The columns of a subscription that determine the entitlement. */
export type EntitlingSubscription = Subscription &
  Pick<StoredSubscription, 'currentPeriodStart' | 'pastDueSince'>;

const ENTITLING_SUBSCRIPTION: PreparedQuery = {
  name: 'billing-subscription',
  text: `
    select status, plan, interval, current_period_start as "currentPeriodStart",
      current_period_end as "currentPeriodEnd", cancel_at_period_end as "cancelAtPeriodEnd",
      past_due_since as "pastDueSince"
    from billing.subscriptions where user_id = $1`,
};

/** Returns null for a user who never subscribed. */
export async function readEntitlingSubscription(
  queryable: Queryable,
  userId: string,
): Promise<EntitlingSubscription | null> {
  const [held = null] = await readPrepared<EntitlingSubscription>(queryable, ENTITLING_SUBSCRIPTION, [
    userId,
  ]);
  return held;
}

/** Reads the subscription for the profile. */
export async function readSubscription({ db }: BillingContext, userId: string): Promise<Subscription | null> {
  const held = await readEntitlingSubscription(db, userId);
  return held && subscriptionOf(held);
}

export function subscriptionOf(held: EntitlingSubscription): Subscription {
  const { status, plan, interval, currentPeriodEnd, cancelAtPeriodEnd } = held;
  return { status, plan, interval, currentPeriodEnd, cancelAtPeriodEnd };
}
