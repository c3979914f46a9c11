import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { Subscription } from './billing.ts';
import type { PlanName } from './catalogue.ts';
import type { BillingContext } from './context.ts';
import { type EntitlingSubscription, readEntitlingSubscription } from './read-subscription.ts';
import { billingWindow, calendarMonth, type Window } from './window.ts';

/** What a user is entitled to at a moment. */
export interface Entitlement {
  plan: PlanName;
  /** The subscription's; null for a user who never subscribed. */
  status: Subscription['status'] | null;
  /** The plan is the user's, but what it takes is refused until it has been paid. */
  unpaid: boolean;
  /** In which units are counted now. */
  window: Window;
  subscription: EntitlingSubscription | null;
}

type Context = Pick<BillingContext, 'clock' | 'config'>;

export async function readEntitlement(
  context: Context,
  queryable: Queryable,
  userId: string,
): Promise<Entitlement> {
  return entitlementOf(context, await readEntitlingSubscription(queryable, userId));
}

function entitlementOf({ clock, config }: Context, subscription: EntitlingSubscription | null): Entitlement {
  const now = clock.now();
  const status = subscription?.status ?? null;
  if (!subscription || status === 'canceled' || status === 'incomplete')
    return { plan: 'free', status, unpaid: false, window: calendarMonth(now), subscription };
  const { plan } = subscription;
  const window = plan === 'free' ? calendarMonth(now) : billingWindow(subscription, now);
  const unpaid = status === 'unpaid' || (status === 'past_due' && now >= endOfGrace(config, subscription));
  return { plan, status, unpaid, window, subscription };
}

/** Without days of grace it is over at once, even if Stripe's clock is ahead of ours. */
function endOfGrace(
  { BILLING_GRACE_DAYS: days }: Context['config'],
  subscription: EntitlingSubscription,
): Date {
  if (days === 0) return new Date(0);
  // Without a date: the earliest that it can have been.
  return addSeconds(subscription.pastDueSince ?? subscription.currentPeriodStart, days * 86_400);
}
