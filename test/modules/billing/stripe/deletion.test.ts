import test from 'ava';
import type { TestAccount } from '#test/modules/identity/accounts/account.ts';
import { until } from '#test/support/until.ts';
import { CHECKOUT, type StripeStand, sessionOf, startStripe } from './stand.ts';

let stand: StripeStand;
test.before(async () => {
  stand = await startStripe({ STRIPE_TIMEOUT_SECONDS: '6' });
});
test.after.always(() => stand?.close());
test.afterEach.always(() => {
  stand.standIn.mood = 'good';
});

const remove = ({ client, password }: TestAccount) =>
  client.delete('/auth/account', { body: { confirm: true, password } });
const customerIdOf = async ({ userId }: TestAccount): Promise<string> =>
  (await stand.db('billing.customers').where({ user_id: userId }).first()).stripe_customer_id;
const former = (id: string) => stand.db('billing.former_customers').where({ stripe_customer_id: id }).first();
const gone = (customerId: string) =>
  until(
    'the customer to be gone',
    async () =>
      stand.standIn.books.deletedCustomers.has(customerId) && (await former(customerId))?.removed_at !== null,
  );

test.serial('deleting an account cancels its subscription first, then deletes its customer', async (t) => {
  const { books, requests } = stand.standIn;
  const account = await stand.join();
  const id = await stand.subscribe(account);
  const customerId = await customerIdOf(account);
  const from = requests.length;
  t.is((await remove(account)).status, 204);
  t.is(books.subscription(id).status, 'canceled');
  t.true(
    requests
      .slice(from)
      .some(({ method, path }) => method === 'DELETE' && path === `/v1/subscriptions/${id}`),
  );
  await gone(customerId);
  await stand.settled();
  for (const table of ['customers', 'subscriptions'])
    t.is((await stand.db(`billing.${table}`).where({ user_id: account.userId })).length, 0, table);
  t.is((await former(customerId)).next_try_at, null);
});

test.serial(
  'a subscription that was already cancelled or deleted at Stripe does not stop the deletion',
  async (t) => {
    const { books } = stand.standIn;
    const [cancelled, deleted, never] = [await stand.join(), await stand.join(), await stand.join()];
    books.cancelNow(await stand.subscribe(cancelled));
    await stand.subscribe(deleted);
    books.deleteCustomer(await customerIdOf(deleted));
    for (const account of [cancelled, deleted, never]) t.is((await remove(account)).status, 204);
  },
);

for (const mood of ['down', 'broken', 'slow'] as const) {
  test.serial(`Stripe is ${mood}: 500 and nothing is deleted; a later attempt succeeds`, async (t) => {
    const { standIn, db } = stand;
    const account = await stand.join();
    const id = await stand.subscribe(account);
    await stand.settled();
    const customerId = await customerIdOf(account);
    standIn.mood = mood;
    const { status, body } = await remove(account);
    t.is(`${status} ${body.error.code}`, '500 internal_error');
    t.is((await account.client.get('/auth/me')).body.subscription.status, 'active');
    t.is((await db('billing.customers').where({ user_id: account.userId })).length, 1);
    t.is(standIn.books.subscription(id).status, 'active');
    standIn.mood = 'good';
    t.is((await remove(account)).status, 204);
    await gone(customerId);
  });
}

test.serial('an account without a customer can be deleted while Stripe is away', async (t) => {
  const account = await stand.join();
  stand.standIn.mood = 'down';
  t.is((await remove(account)).status, 204);
});

test.serial('an open checkout is closed', async (t) => {
  const account = await stand.join();
  const url = await stand.checkout(account);
  const customerId = await customerIdOf(account);
  t.is((await remove(account)).status, 204);
  t.is(stand.standIn.books.session(sessionOf(url)).status, 'expired');
  await gone(customerId);
});

test.serial('a subscription that begins between cancellation and deletion is cancelled', async (t) => {
  const { standIn } = stand;
  const account = await stand.join();
  const url = await stand.checkout(account);
  const customerId = await customerIdOf(account);
  // The list of open checkouts is on its way while the one that it names is paid.
  const lists = standIn.holdNext(({ path }) => path === '/v1/checkout/sessions');
  const removal = remove(account);
  await lists.arrived;
  const { id } = standIn.books.pay(sessionOf(url));
  lists.release();
  t.is((await removal).status, 204);
  t.is(standIn.books.subscription(id).status, 'canceled');
  await gone(customerId);
});

test.serial(
  'a subscription that begins after the account was deleted, during an outage of Stripe, is cancelled after it',
  async (t) => {
    const { standIn, db } = stand;
    const account = await stand.join();
    await stand.checkout(account);
    const customerId = await customerIdOf(account);
    // As if the removal had not come through: the customer lives on, a checkout with it.
    t.is((await remove(account)).status, 204);
    await gone(customerId);
    const customer = standIn.books.createCustomer({ userId: account.userId });
    await db('billing.former_customers').insert({
      stripe_customer_id: customer.id,
      next_try_at: new Date(Date.now() + 86_400_000),
    });
    const { id } = standIn.books.subscribe(customer.id, 'price_pro_month');
    await until(
      'the subscription to be cancelled',
      () => standIn.books.subscription(id).status === 'canceled',
    );
    await stand.settled();
    t.is((await db('billing.subscriptions').where({ stripe_subscription_id: id })).length, 0);
  },
);

test.serial('a removal that failed is repeated by the sweep, and dropped in the end', async (t) => {
  const { standIn, db, app } = stand;
  const customer = standIn.books.createCustomer({});
  const [past, longAgo] = [new Date(Date.now() - 1000), new Date(Date.now() - 31 * 86_400_000)];
  await db('billing.former_customers').insert({ stripe_customer_id: customer.id, next_try_at: past });
  await app.app.billing.cleanUp();
  await gone(customer.id);
  await db('billing.former_customers').update({ removed_at: longAgo });
  await app.app.billing.cleanUp();
  t.is(await former(customer.id), undefined);
});

test.serial('checkouts that race the deletion leave no subscription and no customer', async (t) => {
  const { standIn, db } = stand;
  const body = { plan: 'pro', interval: 'month' };
  for (let round = 0; round < 6; round++) {
    const account = await stand.join();
    if (round % 2) await stand.checkout(account);
    const [removed, ...checkouts] = await Promise.all([
      remove(account),
      ...Array.from({ length: 6 }, () => account.client.post(CHECKOUT, { body })),
    ]);
    t.is(removed?.status, 204);
    for (const { status, text, body: response } of checkouts) {
      t.true([200, 401].includes(status), text);
      // A user who got a page may pay there, as long as it is open.
      if (status !== 200) continue;
      const session = standIn.books.session(sessionOf(response.url));
      if (session.status === 'open' && standIn.books.customers.has(session.customer))
        standIn.books.pay(session.id);
    }
    const mine = () =>
      [...standIn.books.customers.values()].filter((one) => one.metadata.userId === account.userId);
    await until('no customer of the account', () => mine().length === 0);
    const live = [...standIn.books.subscriptions.values()].filter(
      ({ metadata, status }) => metadata.userId === account.userId && status !== 'canceled',
    );
    t.deepEqual(live, []);
    t.is((await db('billing.customers').where({ user_id: account.userId })).length, 0);
  }
});
