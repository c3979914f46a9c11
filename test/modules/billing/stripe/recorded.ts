/**
 * Objects and events as Stripe's API sends them, in the shapes of its reference with ids of our own; `2024` is a version
 * before the period moved to the items (2025-03-31), `2026` one after.
 */
type Version = '2024' | '2026';

export interface Recorded {
  id?: string;
  customer?: string | object;
  status?: string;
  created?: number;
  price?: string;
  interval?: 'month' | 'year' | 'week';
  start?: number;
  end?: number;
  metadata?: Record<string, string>;
  cancel_at?: number | null;
  cancel_at_period_end?: boolean;
}

export const START = 1_793_613_600; // 2026-11-02T10:00:00Z
export const END = 1_796_205_600; // 2026-12-02T10:00:00Z

export function recordedSubscription(version: Version, given: Recorded = {}) {
  const {
    id,
    customer,
    status,
    created,
    price,
    interval,
    start,
    end,
    metadata,
    cancel_at,
    cancel_at_period_end,
  } = {
    ...{ id: 'sub_1MowQVLkdIwHu7ixeRlqHVzs', customer: 'cus_Na6dX7aXxi11N4', status: 'active' },
    ...{ created: START, price: 'price_month', interval: 'month', start: START, end: END },
    ...{ metadata: {}, cancel_at: null, cancel_at_period_end: false },
    ...given,
  };
  const period = { current_period_end: end, current_period_start: start };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start,
    billing_mode: { flexible: null, type: 'classic' },
    cancel_at,
    cancel_at_period_end,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created,
    currency: 'usd',
    ...(version === '2024' && period),
    customer,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: [
        {
          id: 'si_Na6dzxczY5fwHx',
          object: 'subscription_item',
          billing_thresholds: null,
          created,
          ...(version === '2026' && period),
          discounts: [],
          metadata: {},
          price: {
            id: price,
            object: 'price',
            active: true,
            billing_scheme: 'per_unit',
            created: 1_679_609_766,
            currency: 'usd',
            custom_unit_amount: null,
            livemode: false,
            lookup_key: null,
            metadata: {},
            nickname: null,
            product: 'prod_Na6dGcTsmU0I4R',
            recurring: { interval, interval_count: 1, trial_period_days: null, usage_type: 'licensed' },
            tax_behavior: 'unspecified',
            tiers_mode: null,
            transform_quantity: null,
            type: 'recurring',
            unit_amount: 1000,
            unit_amount_decimal: '1000',
          },
          quantity: 1,
          subscription: id,
          tax_rates: [],
        },
      ],
      has_more: false,
      total_count: 1,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: 'in_1MowQWLkdIwHu7ixuzkSPfKd',
    livemode: false,
    metadata,
    pending_update: null,
    schedule: null,
    start_date: start,
    status,
    test_clock: null,
    trial_end: null,
    trial_start: null,
  };
}

export function recordedList(data: object[], has_more = false) {
  return { object: 'list', data, has_more, url: '/v1/subscriptions' };
}

let events = 0;

export function recordedEvent(type: string, object: object, id = `evt_1NG8Du2eZvKYlo2C${++events}`) {
  return {
    id,
    object: 'event',
    api_version: '2024-06-20',
    created: START,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: 'req_7S2zkWqRTzYb4B', idempotency_key: null },
    type,
  };
}

export function recordedInvoice(customer: string) {
  return {
    id: 'in_1MtHbELkdIwHu7ixl4OzzPMv',
    object: 'invoice',
    account_country: 'US',
    amount_due: 1000,
    amount_paid: 0,
    attempt_count: 1,
    attempted: true,
    billing_reason: 'subscription_cycle',
    collection_method: 'charge_automatically',
    created: START,
    currency: 'usd',
    customer,
    customer_email: 'jennyrosen@example.com',
    lines: {
      object: 'list',
      data: [],
      has_more: false,
      url: '/v1/invoices/in_1MtHbELkdIwHu7ixl4OzzPMv/lines',
    },
    livemode: false,
    next_payment_attempt: END,
    status: 'open',
    subscription: 'sub_1MowQVLkdIwHu7ixeRlqHVzs',
  };
}

export function recordedSession(customer: string | null) {
  return {
    id: 'cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u',
    object: 'checkout.session',
    amount_total: 1000,
    created: START,
    currency: 'usd',
    customer,
    expires_at: END,
    livemode: false,
    metadata: {},
    mode: 'subscription',
    payment_status: 'paid',
    status: 'complete',
    subscription: 'sub_1MowQVLkdIwHu7ixeRlqHVzs',
    url: null,
  };
}
