import { randomInt } from 'node:crypto';

/**
 * Objects in the shapes of Stripe's API, version 2026-10-28: the fields that matter for subscriptions, in their
 * order, without the many that are null there.
 */
export const API_VERSION = '2026-10-28.endive';

export type Metadata = Record<string, string>;
export type Interval = 'month' | 'year';
export type SubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'paused'
  | 'trialing'
  | 'unpaid';

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  livemode: false;
  metadata: Metadata;
  name: string | null;
}

export interface Session {
  id: string;
  object: 'checkout.session';
  amount_total: number;
  cancel_url: string;
  client_reference_id: string | null;
  created: number;
  currency: 'eur';
  customer: string;
  expires_at: number;
  invoice: string | null;
  livemode: false;
  metadata: Metadata;
  mode: 'subscription';
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  success_url: string;
  url: string | null;
}

/** The fields of a session that its API form does not have. */
export interface Order {
  price: string;
  metadata: Metadata;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  collection_method: 'charge_automatically';
  created: number;
  currency: 'eur';
  customer: string;
  ended_at: number | null;
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string };
  latest_invoice: string | null;
  livemode: false;
  metadata: Metadata;
  start_date: number;
  status: SubscriptionStatus;
  trial_end: number | null;
}

interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  created: number;
  current_period_end: number;
  current_period_start: number;
  metadata: Metadata;
  price: Price;
  quantity: number;
  subscription: string;
}

export interface Price {
  id: string;
  object: 'price';
  active: true;
  billing_scheme: 'per_unit';
  currency: 'eur';
  livemode: false;
  metadata: Metadata;
  product: string;
  recurring: { interval: Interval; interval_count: 1; usage_type: 'licensed' };
  type: 'recurring';
  unit_amount: number;
}

export interface Invoice {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  billing_reason: 'subscription_create' | 'subscription_cycle';
  created: number;
  currency: 'eur';
  customer: string;
  livemode: false;
  parent: { subscription_details: { subscription: string }; type: 'subscription_details' };
  period_end: number;
  period_start: number;
  status: 'open' | 'paid' | 'uncollectible';
}

export interface Event {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function objectId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}

export const seconds = (): number => Math.floor(Date.now() / 1000);

export function later(from: number, interval: Interval): number {
  const date = new Date(from * 1000);
  date.setUTCMonth(date.getUTCMonth() + (interval === 'month' ? 1 : 12));
  return date.getTime() / 1000;
}

/** Every id that contains an interval is a price here: `price_pro_month`, `price_year`. */
export function priceOf(id: string): Price | null {
  const interval = /month|year/.exec(id)?.[0] as Interval | undefined;
  if (!id.startsWith('price_') || !interval) return null;
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: 'eur',
    livemode: false,
    metadata: {},
    product: 'prod_StandIn',
    recurring: { interval, interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: interval === 'month' ? 500 : 5000,
  };
}

export function newSubscription(customer: string, price: Price, metadata: Metadata): Subscription {
  const now = seconds();
  const id = objectId('sub');
  const item: SubscriptionItem = {
    id: objectId('si', 14),
    object: 'subscription_item',
    created: now,
    current_period_end: later(now, price.recurring.interval),
    current_period_start: now,
    metadata: {},
    price,
    quantity: 1,
    subscription: id,
  };
  return {
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: now,
    currency: 'eur',
    customer,
    ended_at: null,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata,
    start_date: now,
    status: 'active',
    trial_end: null,
  };
}

export function newInvoice(
  { id, customer, items }: Subscription,
  billing_reason: Invoice['billing_reason'],
  paid: boolean,
): Invoice {
  const [item] = items.data as [SubscriptionItem];
  const amount = item.price.unit_amount;
  return {
    id: objectId('in'),
    object: 'invoice',
    amount_due: amount,
    amount_paid: paid ? amount : 0,
    attempt_count: 1,
    billing_reason,
    created: seconds(),
    currency: 'eur',
    customer,
    livemode: false,
    parent: { subscription_details: { subscription: id }, type: 'subscription_details' },
    period_end: item.current_period_end,
    period_start: item.current_period_start,
    status: paid ? 'paid' : 'open',
  };
}

export function newEvent(type: string, object: object): Event {
  return {
    id: objectId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
