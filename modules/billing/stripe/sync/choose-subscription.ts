import type { Subscription } from '../../billing.ts';
import { type Catalogue, INTERVALS, PLAN_NAMES } from '../../catalogue.ts';
import type { StripeSubscription } from '../client/objects.ts';

/** A subscription read from Stripe, in the terms of this module. */
export interface ReadSubscription extends Subscription {
  stripeSubscriptionId: string;
  currentPeriodStart: Date;
}

type Status = Subscription['status'];

/** The status that counts most is first. */
const RANK: Status[] = ['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'canceled'];
/** A customer with one of these pays or is about to, and cannot subscribe again. */
const PLAN_HOLDING_STATUSES = new Set<Status>(['active', 'trialing', 'past_due', 'unpaid']);

export function holdsPlan(status: Status): boolean {
  return PLAN_HOLDING_STATUSES.has(status);
}

/** Maps Stripe's status to a known one. An unknown status grants nothing. */
export function narrowStatus(status: string): Status {
  if (status === 'incomplete_expired') return 'canceled';
  if (status === 'paused') return 'unpaid';
  return RANK.find((known) => known === status) ?? 'incomplete';
}

/** Chooses the subscription of a customer that counts, of equals the newest; null if none is for a plan. */
export function chooseSubscription(
  catalogue: Catalogue,
  subscriptions: StripeSubscription[],
): ReadSubscription | null {
  const [first] = subscriptions
    .toSorted((a, b) => b.created - a.created)
    .flatMap((subscription) => readSubscription(catalogue, subscription) ?? [])
    .toSorted((a, b) => RANK.indexOf(a.status) - RANK.indexOf(b.status));
  return first ?? null;
}

function readSubscription(catalogue: Catalogue, read: StripeSubscription): ReadSubscription | null {
  const purchase = boughtPlan(catalogue, read);
  if (!purchase) return null;
  const { item, plan, interval } = purchase;
  return {
    stripeSubscriptionId: read.id,
    status: narrowStatus(read.status),
    plan,
    interval,
    currentPeriodStart: date(item.current_period_start ?? read.current_period_start ?? read.created),
    currentPeriodEnd: date(item.current_period_end ?? read.current_period_end ?? read.created),
    cancelAtPeriodEnd: read.cancel_at_period_end || typeof read.cancel_at === 'number',
  };
}

/** Finds the plan by its price. For a price that the catalogue no longer has, reads the metadata that checkout stored. */
function boughtPlan(catalogue: Catalogue, { items, metadata }: StripeSubscription) {
  for (const item of items.data)
    for (const plan of PLAN_NAMES)
      for (const interval of INTERVALS)
        if (catalogue[plan].prices[interval] === item.price.id) return { item, plan, interval };
  const [item] = items.data;
  const plan = PLAN_NAMES.find((name) => name === metadata?.plan);
  const interval = INTERVALS.find((name) => name === item?.price.recurring?.interval);
  return item && plan && interval ? { item, plan, interval } : null;
}

function date(seconds: number): Date {
  return new Date(seconds * 1000);
}
