import test from 'ava';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import { type BillingStand, refusalOf, startBilling } from './billing-stand.ts';

const SINCE = '2026-11-10T08:00:00.000Z';
const GRACE_OVER = '2026-11-17T08:00:00.000Z'; // seven days
const BEFORE = '2026-11-17T07:59:59.999Z';

let stand: BillingStand;

test.before(async () => {
  stand = await startBilling({ pro: { displays: 5 } }, { BILLING_GRACE_DAYS: '7' });
});
test.after.always(() => stand.close());

const check = (userId: string, need: Parameters<BillingStand['billing']['check']>[2]) =>
  refusalOf(stand.billing.check(stand.db, userId, need));
const oneMore = (userId: string, held: number) =>
  refusalOf(inTransaction(stand.db, (trx) => stand.billing.checkDisplayLimit(trx, userId, held)));
const AI = { feature: 'ai_routing', quotas: ['ai_analyses'] } as const;
const need = { feature: AI.feature, quotas: [...AI.quotas] };

test.serial(
  'on free, a feature that the plan lacks is 403, and the response names the plan that has it',
  async (t) => {
    const userId = await stand.addUser();
    t.is(await check(userId, {}), null);
    t.is(await check(userId, { quotas: ['pushes'] }), null);
    const refusal = await check(userId, need);
    t.like(refusal, { status: 403, code: 'plan_upgrade_required' });
    t.deepEqual(refusal?.details, {
      feature: 'ai_routing',
      requiredTier: 'pro',
      currentTier: 'free',
      status: null,
    });
    const noAnalyses = await check(userId, { quotas: ['ai_analyses'] });
    t.like(noAnalyses, { status: 429, code: 'quota_exceeded' });
    t.like(noAnalyses?.details, { quota: 'ai_analyses', limit: 0, used: 0, currentTier: 'free' });
  },
);

test.serial(
  'active and trialing are pro, also until the end of a subscription that was cancelled',
  async (t) => {
    for (const fields of [{}, { status: 'trialing' }, { cancel_at_period_end: true }]) {
      const userId = await stand.addUser();
      await stand.subscribe(userId, fields);
      t.is(await check(userId, need), null, JSON.stringify(fields));
      t.is(await oneMore(userId, 4), null);
      t.is(await stand.billing.historyWindowStart(userId), null);
    }
  },
);

test.serial('canceled and incomplete count as free, and the refusal names the status', async (t) => {
  for (const status of ['canceled', 'incomplete']) {
    const userId = await stand.addUser();
    await stand.subscribe(userId, { status });
    t.deepEqual((await check(userId, need))?.details, {
      feature: 'ai_routing',
      requiredTier: 'pro',
      currentTier: 'free',
      status,
    });
    t.is(await stand.reserve(userId, newId()), null);
  }
});

test.serial(
  'past_due keeps the plan during the days of grace, then every feature of the plan is 402',
  async (t) => {
    const userId = await stand.addUser();
    stand.setClock(SINCE);
    await stand.subscribe(userId, { status: 'past_due', past_due_since: SINCE });
    stand.setClock(BEFORE);
    t.is(await check(userId, need), null);
    t.is(await stand.reserve(userId, newId()), null);

    stand.setClock(GRACE_OVER);
    const details = { status: 'past_due', currentTier: 'pro' };
    for (const refusal of [
      await check(userId, need),
      await check(userId, { quotas: ['pushes'] }),
      await stand.reserve(userId, newId()),
      await oneMore(userId, 0),
    ]) {
      t.like(refusal, { status: 402, code: 'payment_required' });
      t.deepEqual(refusal?.details, details);
    }
    t.is(await check(userId, {}), null, 'what needs nothing of the plan is not refused');
    const ids = [newId(), newId()];
    const { reserveSome } = stand.billing;
    const held = await inTransaction(stand.db, (trx) => reserveSome(trx, userId, 'pushes', ids));
    t.deepEqual([...held], ids, 'work that was accepted is finished');

    await stand.subscribe(userId, { status: 'active', past_due_since: null });
    t.is(await check(userId, need), null, 'paid after all');
  },
);

test.serial('without days of grace past_due is 402 from the first day', async (t) => {
  const strict = await startBilling();
  t.teardown(() => strict.close());
  const userId = await strict.addUser();
  for (const past_due_since of [SINCE, '2026-11-10T08:00:03.000Z']) {
    strict.setClock(SINCE); // and Stripe's clock may be ahead
    await strict.subscribe(userId, { status: 'past_due', past_due_since });
    const refusal = await refusalOf(strict.billing.check(strict.db, userId, { quotas: ['pushes'] }));
    t.like(refusal, { status: 402, code: 'payment_required' });
    t.deepEqual(refusal?.details, { status: 'past_due', currentTier: 'pro' });
  }
});

test.serial('unpaid is 402 at once', async (t) => {
  const userId = await stand.addUser();
  await stand.subscribe(userId, { status: 'unpaid' });
  const refusal = await check(userId, need);
  t.is(refusal?.status, 402);
  t.deepEqual(refusal?.details, { status: 'unpaid', currentTier: 'pro' });
});

test.serial(
  'displays: up to the limit of the plan, and the lowest plan that has room is named',
  async (t) => {
    const free = await stand.addUser();
    t.is(await oneMore(free, 2), null);
    const details = { feature: 'displays', requiredTier: 'pro', currentTier: 'free', status: null };
    const refusal = await oneMore(free, 3);
    t.like(refusal, { status: 403, code: 'plan_upgrade_required' });
    t.deepEqual(refusal?.details, details);
    t.deepEqual((await oneMore(free, 5))?.details, { ...details, requiredTier: null });
    const pro = await stand.addUser();
    await stand.subscribe(pro);
    t.is((await oneMore(pro, 5))?.status, 403);
  },
);

test.serial('the history covers the days that the plan allows', async (t) => {
  stand.setClock('2026-11-22T10:00:00.000Z');
  const userId = await stand.addUser();
  t.deepEqual(await stand.billing.historyWindowStart(userId), new Date('2026-11-15T10:00:00.000Z'));
  await stand.subscribe(userId);
  t.is(await stand.billing.historyWindowStart(userId), null);
});

test.serial('the subscription for the profile', async (t) => {
  const userId = await stand.addUser();
  t.is(await stand.billing.subscriptionOf(userId), null);
  const end = '2027-11-22T10:00:00.000Z';
  await stand.subscribe(userId, { interval: 'year', current_period_end: end, cancel_at_period_end: true });
  t.deepEqual(await stand.billing.subscriptionOf(userId), {
    status: 'active',
    plan: 'pro',
    interval: 'year',
    currentPeriodEnd: new Date(end),
    cancelAtPeriodEnd: true,
  });
});
