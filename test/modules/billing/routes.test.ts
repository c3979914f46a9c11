import test from 'ava';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import { claimDisplay } from '#test/modules/library/stand.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { registerUser } from '#test/support/person.ts';
import { stripeSettings } from './billing-stand.ts';

let app: TestApp;
test.before(async () => {
  app = await startTestApp({ settings: stripeSettings });
});
test.after.always(() => app.close());

async function newOwner(on: TestApp) {
  const client = await registerUser(createClient(on));
  const userId: string = (await client.get('/auth/me')).body.id;
  await claimDisplay(client);
  return { client, userId, billing: async () => (await client.get('/api/app/v1/billing')).body };
}

const subscribe = (userId: string, start: Date, end: Date) =>
  app.app.db('billing.subscriptions').insert({
    ...{ user_id: userId, stripe_subscription_id: `sub_${userId}`, status: 'active', plan: 'pro' },
    ...{ interval: 'year', current_period_start: start, current_period_end: end },
    ...{ cancel_at_period_end: true, sync_ticket: 1, updated_at: start },
  });

test('on free, the response has the remaining units, the reserved ones, the days of history and the other plans', async (t) => {
  const { billing, userId } = await newOwner(app);
  await inTransaction(app.app.db, (trx) => app.app.billing.reserve(trx, userId, 'pushes', newId()));
  const state = await billing();
  const now = new Date();
  const resetAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
  const { windowStart } = state.history;
  t.true(Math.abs(now.getTime() - 7 * 86_400_000 - Date.parse(windowStart)) < 60_000, windowStart);
  t.deepEqual(state, {
    plan: 'free',
    status: null,
    subscription: null,
    unpaid: false,
    features: { ai_routing: false },
    quotas: [
      { quota: 'pushes', limit: 100, used: 1, resetAt },
      { quota: 'ai_analyses', limit: 0, used: 0, resetAt },
    ],
    displays: { limit: 3, used: 1 },
    history: { days: 7, windowStart },
    plans: [
      {
        plan: 'free',
        features: { ai_routing: false },
        quotas: [
          { quota: 'pushes', limit: 100 },
          { quota: 'ai_analyses', limit: 0 },
        ],
        displays: 3,
        historyDays: 7,
        intervals: [],
      },
      {
        plan: 'pro',
        features: { ai_routing: true },
        quotas: [
          { quota: 'pushes', limit: 5000 },
          { quota: 'ai_analyses', limit: 1000 },
        ],
        displays: 50,
        historyDays: null,
        intervals: ['month', 'year'],
      },
    ],
  });
});

test('on pro: the subscription, here and in the profile', async (t) => {
  const { billing, client, userId } = await newOwner(app);
  const start = new Date(Date.now() - 1000);
  const end = new Date(Date.UTC(start.getUTCFullYear() + 1, start.getUTCMonth(), start.getUTCDate()));
  await subscribe(userId, start, end);
  const { plan, status, subscription, quotas, history } = await billing();
  const expected = {
    status: 'active',
    plan: 'pro',
    interval: 'year',
    currentPeriodEnd: end.toISOString(),
    cancelAtPeriodEnd: true,
  };
  t.deepEqual({ plan, status, subscription }, { plan: 'pro', status: 'active', subscription: expected });
  t.deepEqual(history, { days: null, windowStart: null });
  t.is(quotas[0].limit, 5000);
  t.true(Date.parse(quotas[0].resetAt) < end.getTime(), 'a month of the year');
  t.deepEqual((await client.get('/auth/me')).body.subscription, expected);
});

test('with BILLING=off every user has the plan pro without limits', async (t) => {
  const free = await startTestApp();
  t.teardown(() => free.close());
  const { billing, client } = await newOwner(free);
  const state = await billing();
  t.like(state, { plan: 'pro', status: null, subscription: null, features: { ai_routing: true } });
  t.deepEqual(state.quotas, [
    { quota: 'pushes', limit: null, used: 0, resetAt: null },
    { quota: 'ai_analyses', limit: null, used: 0, resetAt: null },
  ]);
  t.deepEqual(state.displays, { limit: null, used: 1 });
  t.deepEqual(state.history, { days: null, windowStart: null });
  t.is((await client.get('/auth/me')).body.subscription, null);
});

test('the routes need a session', async (t) => {
  const { client } = await newOwner(app);
  const { body } = await client.post('/auth/tokens', { body: { name: 'test' } });
  t.is((await client.as(body.token).get('/api/app/v1/billing')).status, 401);
});

test('deleting an account deletes its counters', async (t) => {
  const { client, userId } = await newOwner(app);
  const { db, billing } = app.app;
  const ids = [newId(), newId(), newId()];
  await inTransaction(db, (trx) => billing.reserveSome(trx, userId, 'pushes', ids));
  await inTransaction(db, (trx) => billing.settle(trx, 'pushes', ids.slice(0, 1)));
  const [left, again] = await Promise.all([
    client.delete('/auth/account', { body: { confirm: true, password: 'correct horse' } }),
    inTransaction(db, (trx) => billing.release(trx, 'pushes', ids)),
  ]);
  t.deepEqual([left.status, again], [204, undefined]);
  for (const table of ['reservations', 'counters', 'movements', 'subscriptions', 'customers'])
    t.is((await db(`billing.${table}`).where({ user_id: userId })).length, 0, table);
  const late = inTransaction(db, (trx) => billing.reserve(trx, userId, 'pushes', newId()));
  await t.throwsAsync(late, { code: '23503' }, 'nothing is counted for who is gone');
});
