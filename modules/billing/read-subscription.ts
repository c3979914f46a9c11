import type { Queryable } from '#shared/db/open.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import type { Subscription } from './billing.ts';
import type { BillingContext } from './context.ts';
import type { StoredSubscription } from './models/stored-subscription.ts';

/** What decides what a user is entitled to. */
export type Held = Subscription & Pick<StoredSubscription, 'currentPeriodStart' | 'pastDueSince'>;

const HELD: PreparedQuery = {
  name: 'billing-subscription',
  text: `
    select status, plan, interval, current_period_start as "currentPeriodStart",
      current_period_end as "currentPeriodEnd", cancel_at_period_end as "cancelAtPeriodEnd",
      past_due_since as "pastDueSince"
    from billing.subscriptions where user_id = $1`,
};

/** Null for a user who never subscribed. */
export async function readHeld(queryable: Queryable, userId: string): Promise<Held | null> {
  const [held = null] = await readPrepared<Held>(queryable, HELD, [userId]);
  return held;
}

/** The same, as the profile shows it. */
export async function readSubscription({ db }: BillingContext, userId: string): Promise<Subscription | null> {
  const held = await readHeld(db, userId);
  return held && subscriptionOf(held);
}

export function subscriptionOf(held: Held): Subscription {
  const { status, plan, interval, currentPeriodEnd, cancelAtPeriodEnd } = held;
  return { status, plan, interval, currentPeriodEnd, cancelAtPeriodEnd };
}
