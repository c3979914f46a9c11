import test from 'ava';
// Behind index.ts: pure functions: which plan a subscription of Stripe means.
import { defaultCatalogue } from '../../../../modules/billing/catalogue.ts';
import { stripeSubscription } from '../../../../modules/billing/stripe/client/objects.ts';
import {
  chooseSubscription,
  narrowStatus,
} from '../../../../modules/billing/stripe/sync/choose-subscription.ts';
import { END, type Recorded, recordedSubscription, START } from './recorded.ts';

const prices = { month: 'price_month', year: 'price_year' };
const catalogue = { ...defaultCatalogue, pro: { ...defaultCatalogue.pro, prices } };
const choose = (...given: Recorded[]) =>
  chooseSubscription(
    catalogue,
    given.map((one) => stripeSubscription.parse(recordedSubscription('2026', one))),
  );

test('both versions of the API lead to the same subscription', (t) => {
  for (const version of ['2024', '2026'] as const) {
    const read = stripeSubscription.parse(recordedSubscription(version));
    t.deepEqual(
      chooseSubscription(catalogue, [read]),
      {
        stripeSubscriptionId: 'sub_1MowQVLkdIwHu7ixeRlqHVzs',
        status: 'active',
        plan: 'pro',
        interval: 'month',
        currentPeriodStart: new Date(START * 1000),
        currentPeriodEnd: new Date(END * 1000),
        cancelAtPeriodEnd: false,
      },
      version,
    );
  }
});

const STATUSES: Record<string, string> = {
  active: 'active',
  trialing: 'trialing',
  past_due: 'past_due',
  canceled: 'canceled',
  unpaid: 'unpaid',
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  paused: 'unpaid',
  'a word of next year': 'incomplete',
};
for (const [theirs, ours] of Object.entries(STATUSES))
  test(`the status ${theirs} of Stripe is ${ours}`, (t) => t.is(narrowStatus(theirs), ours as never));

test('a cancellation at a date, as newer portals create it, counts as one at the end of the period', (t) => {
  t.true(choose({ cancel_at_period_end: true })?.cancelAtPeriodEnd);
  t.true(choose({ cancel_at: END })?.cancelAtPeriodEnd);
  t.false(choose({ cancel_at: null })?.cancelAtPeriodEnd);
});

test('the price determines plan and interval; for a former price, the metadata of the checkout does', (t) => {
  t.like(choose({ price: 'price_year', interval: 'year', metadata: { plan: 'free' } }), {
    plan: 'pro',
    interval: 'year',
  });
  const before = { price: 'price_of_2025', interval: 'year' as const };
  t.like(choose({ ...before, metadata: { plan: 'pro', interval: 'month' } }), {
    plan: 'pro',
    interval: 'year',
  });
  t.is(choose(before), null);
  t.is(choose({ price: 'other', interval: 'week', metadata: { plan: 'pro' } }), null);
  t.is(choose(), null);
});

test('of several subscriptions the one with the best status counts, of equal ones the newest', (t) => {
  const order = ['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'canceled'];
  const all = order.map((status, n) => ({ status, id: `sub_${status}`, created: START + n * 100 }));
  for (let from = 0; from < order.length; from++)
    t.is(choose(...all.slice(from).toReversed())?.status, order[from] as never);
  const twins = [
    { id: 'sub_old', created: START },
    { id: 'sub_new', created: START + 5 },
    { id: 'sub_older', created: START - 5 },
    { id: 'sub_foreign', created: START + 9, price: 'other' },
  ];
  t.is(choose(...twins)?.stripeSubscriptionId, 'sub_new');
});
