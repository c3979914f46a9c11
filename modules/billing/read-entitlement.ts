import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { Subscription } from './billing.ts';
import type { PlanName } from './catalogue.ts';
import type { BillingContext } from './context.ts';
import { type EntitlingSubscription, readEntitlingSubscription } from './read-subscription.ts';
import { billingWindow, calendarMonth, type Window } from './window.ts';

/** The entitlement of a user at a moment. */
export interface Entitlement {
  plan: PlanName;
  /** The subscription's; null for a user who never subscribed. */
  status: Subscription['status'] | null;
  /** The user has the plan, but calls that need it are refused until it is paid. */
  unpaid: boolean;
  /** The current window for counting units. */
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

/** Without days of grace it has always ended, even if Stripe's clock is ahead of this machine's. */
function endOfGrace(
  { BILLING_GRACE_DAYS: days }: Context['config'],
  subscription: EntitlingSubscription,
): Date {
  if (days === 0) return new Date(0);
  // If the date is unknown, the earliest possible one is used.
  return addSeconds(subscription.pastDueSince ?? subscription.currentPeriodStart, days * DAY_SECONDS);
}
