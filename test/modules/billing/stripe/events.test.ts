import test from 'ava';
import type { TestAccount } from '#test/modules/identity/accounts/account.ts';
import { until } from '#test/support/until.ts';
import { type StripeStand, sessionOf, startStripe } from './stand.ts';

let stand: StripeStand;
test.before(async () => {
  stand = await startStripe({ STRIPE_TIMEOUT_SECONDS: '6' });
});
test.after.always(() => stand?.close());
test.afterEach.always(() => {
  stand.standIn.mood = 'good';
  stand.standIn.webhooks.travelAs({ twice: false, shuffled: false, held: false });
});

const row = ({ userId }: TestAccount) => stand.db('billing.subscriptions').where({ user_id: userId }).first();
const isList = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path === '/v1/subscriptions';

test.serial('events that arrive twice and in any order lead to the state at Stripe', async (t) => {
  const { books, webhooks } = stand.standIn;
  const accounts = await Promise.all(Array.from({ length: 4 }, () => stand.join()));
  webhooks.travelAs({ twice: true, shuffled: true, held: false });
  const subscriptions = await Promise.all(accounts.map((account) => stand.subscribe(account)));
  for (const id of subscriptions) {
    for (let round = 0; round < 3; round++) {
      books.renew(id, false);
      books.recover(id);
      books.cancelAtPeriodEnd(id, round % 2 === 0);
    }
  }
  books.renew(subscriptions[1] as string, false);
  books.cancelNow(subscriptions[2] as string);
  const from = webhooks.sent.length;
  t.true(from > 70);
  const statuses = ['active', 'past_due', 'canceled', 'active'];
  for (const [n, account] of accounts.entries()) await stand.shown(account, { status: statuses[n] });
  const sent = webhooks.sent.filter(({ type }) => /^customer\.sub|^invoice|session\.completed/.test(type));
  await until(
    'all events to be noted',
    async () => (await stand.db('billing.stripe_events')).length >= sent.length,
  );
  await stand.settled();
  t.is((await stand.db('billing.stripe_events')).length, sent.length, 'each event once');
  for (const [n, account] of accounts.entries()) {
    const { status, current_period_end: end } = await row(account);
    t.is(status, statuses[n]);
    const [item] = books.subscription(subscriptions[n] as string).items.data;
    t.is(end.getTime(), (item?.current_period_end ?? 0) * 1000);
  }
});

test.serial('delayed events that arrive in reverse order change nothing', async (t) => {
  const { books, webhooks } = stand.standIn;
  const account = await stand.join();
  const id = await stand.subscribe(account);
  await stand.settled();
  webhooks.travelAs({ twice: false, shuffled: false, held: true });
  books.renew(id, false);
  books.recover(id);
  books.cancelAtPeriodEnd(id, true);
  webhooks.travelAs({ twice: true, shuffled: false, held: false });
  await stand.shown(account, { status: 'active', cancelAtPeriodEnd: true });
  await stand.settled();
  t.is((await row(account)).past_due_since, null);
});

test.serial('a slow read cannot replace a newer state by an older one', async (t) => {
  const { books } = stand.standIn;
  const account = await stand.join();
  const id = await stand.subscribe(account);
  await stand.settled();
  const slow = stand.standIn.holdNext(isList);
  books.renew(id, false); // two events: the first reader is held, with past_due in its hands
  await slow.arrived;
  await stand.shown(account, { status: 'past_due' });
  books.cancelNow(id);
  await stand.shown(account, { status: 'canceled' });
  const { sync_ticket: ticket } = await row(account);
  slow.release();
  await stand.settled();
  const after = await row(account);
  t.is(after.status, 'canceled');
  t.is(after.sync_ticket, ticket);
});

test.serial('the grace of past_due begins when it is first seen, and again after a recovery', async (t) => {
  const { books } = stand.standIn;
  const account = await stand.join();
  const id = await stand.subscribe(account);
  books.renew(id, false);
  await stand.shown(account, { status: 'past_due' });
  await stand.settled();
  const { past_due_since: first, sync_ticket: ticket } = await row(account);
  t.true(first instanceof Date);
  books.cancelAtPeriodEnd(id, true);
  await until('the next reading', async () => (await row(account)).sync_ticket > ticket);
  await stand.settled();
  t.deepEqual((await row(account)).past_due_since, first);
  books.recover(id);
  await stand.shown(account, { status: 'active' });
  await stand.settled();
  t.is((await row(account)).past_due_since, null);
});

for (const mood of ['down', 'broken', 'slow'] as const) {
  test.serial(`while Stripe is ${mood} events are stored, and handled when it is back`, async (t) => {
    const { standIn, db } = stand;
    const account = await stand.join();
    const id = await stand.subscribe(account);
    await stand.settled();
    const before = (await db('billing.stripe_events')).length;
    const from = standIn.requests.length;
    standIn.mood = mood;
    standIn.books.renew(id, false);
    await until('two more events', async () => (await db('billing.stripe_events')).length === before + 2);
    await until('two more questions', () => standIn.requests.length >= from + 2);
    t.is((await row(account)).status, 'active');
    standIn.mood = 'good';
    await stand.shown(account, { status: 'past_due' });
    await stand.settled();
  });
}

test.serial('the queue repeats a failed event for hours', async (t) => {
  const [job] = await stand.db('pgboss.queue').where({ name: 'billing.sync-customer' });
  const seconds = Array.from({ length: job.retry_limit }, (_, n) =>
    Math.min(job.retry_delay_max, (job.retry_delay * 2 ** Math.min(16, n)) / 2),
  ).reduce((sum, wait) => sum + wait);
  t.true(seconds > 8 * 3600, String(seconds));
});

test.serial('when events are lost, the sweep finds new and ended subscriptions', async (t) => {
  const { standIn, db, app } = stand;
  const [paying, leaving, idle] = [await stand.join(), await stand.join(), await stand.join()];
  const id = await stand.subscribe(leaving);
  await stand.settled();
  const url = standIn.webhooks.options.url;
  standIn.webhooks.options.url = `${standIn.url}/nowhere`;
  t.teardown(() => {
    standIn.webhooks.options.url = url;
  });
  standIn.books.pay(sessionOf(await stand.checkout(paying)));
  standIn.books.cancelNow(id);
  await stand.checkout(idle);
  await app.app.billing.cleanUp();
  t.like(await row(leaving), { status: 'active' }, 'it is not time yet');
  const past = new Date(Date.now() - 1000);
  await db('billing.customers').update({ next_read_at: past });
  await Promise.all([app.app.billing.cleanUp(), app.app.billing.cleanUp()]);
  await stand.shown(paying, { status: 'active' });
  await stand.shown(leaving, { status: 'canceled' });
  const jobs = db('pgboss.job')
    .where({ name: 'billing.sync-customer' })
    .whereRaw(`data ->> 'eventId' is null`);
  t.is((await jobs).length, (await db('billing.customers')).length, 'two sweeps ask once');
  const customer = ({ userId }: TestAccount) => db('billing.customers').where({ user_id: userId }).first();
  const nextRead = (account: TestAccount, wanted: (customer: any) => boolean) =>
    until('the next reading', async () => wanted(await customer(account)));
  const openUntil = (await customer(idle)).checkout_certain_at;
  t.true(openUntil > new Date());
  await nextRead(idle, ({ next_read_at }) => next_read_at?.getTime() === openUntil.getTime());

  await db('billing.customers').update({ next_read_at: past, checkout_certain_at: past });
  await app.app.billing.cleanUp();
  for (const over of [idle, leaving]) await nextRead(over, ({ next_read_at }) => next_read_at === null);
  await nextRead(paying, ({ next_read_at }) => next_read_at > new Date());
});

test.serial('old events are deleted', async (t) => {
  const account = await stand.join();
  await stand.subscribe(account);
  await stand.settled();
  const { db, app } = stand;
  const [old] = await db('billing.stripe_events').limit(1);
  await db('billing.stripe_events')
    .where({ id: old.id })
    .update({ received_at: new Date(Date.now() - 31 * 86_400_000) });
  const [kept] = await db('billing.stripe_events').whereNot({ id: old.id }).limit(1);
  await app.app.billing.cleanUp();
  const left = await db('billing.stripe_events').whereIn('id', [old.id, kept.id]).pluck('id');
  t.deepEqual(left, [kept.id]);
});

test.serial('an event of a customer without an account changes nothing', async (t) => {
  const { books } = stand.standIn;
  const customer = books.createCustomer({ userId: 'a user of another product' });
  const { id } = books.subscribe(customer.id, 'price_other_month');
  await until(
    'two events',
    async () => (await stand.db('billing.stripe_events').where({ customer_id: customer.id })).length === 2,
  );
  await stand.settled();
  t.is(books.subscription(id).status, 'active');
});
