import test from 'ava';
import type { TestAccount } from '#test/modules/identity/accounts/account.ts';
import { startTestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { registerUser } from '#test/support/person.ts';
import { CHECKOUT, PORTAL, type StripeStand, sessionOf, startStripe } from './stand.ts';

let stand: StripeStand;
test.before(async () => {
  stand = await startStripe({ STRIPE_TIMEOUT_SECONDS: '6' });
});
test.after.always(() => stand?.close());
test.afterEach.always(() => {
  stand.standIn.mood = 'good';
});

const MONTH = { plan: 'pro', interval: 'month' };
const YEAR = { plan: 'pro', interval: 'year' };

const customersOf = ({ userId }: TestAccount) =>
  [...stand.standIn.books.customers.values()].filter(({ metadata }) => metadata.userId === userId);
const sessionsOf = (account: TestAccount) =>
  [...stand.standIn.books.sessions.values()].filter((one) => one.client_reference_id === account.userId);
const customerIdOf = async ({ userId }: TestAccount): Promise<string | undefined> =>
  (await stand.db('billing.customers').where({ user_id: userId }).first())?.stripe_customer_id;

test.serial('dozens of parallel requests make one customer and one checkout', async (t) => {
  const account = await stand.join();
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => account.client.post(CHECKOUT, { body: MONTH })),
  );
  t.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  t.is(new Set(responses.map(({ body }) => body.url)).size, 1);
  t.is(customersOf(account).length, 1);
  t.is(sessionsOf(account).length, 1);
  t.is(await customerIdOf(account), customersOf(account)[0]?.id);
});

test.serial('of any parallel requests one checkout stays open, so that no user pays twice', async (t) => {
  const account = await stand.join();
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => account.client.post(CHECKOUT, { body: n % 2 ? MONTH : YEAR })),
  );
  t.is(customersOf(account).length, 1);
  t.is(sessionsOf(account).filter(({ status }) => status === 'open').length, 1);
});

test.serial('the same request returns the same checkout page, another request closes it', async (t) => {
  const account = await stand.join();
  const first = await stand.checkout(account, 'month');
  t.is(await stand.checkout(account, 'month'), first);
  const second = await stand.checkout(account, 'year');
  t.not(second, first);
  t.deepEqual(
    sessionsOf(account).map(({ status }) => status),
    ['expired', 'open'],
  );
  t.regex(await (await fetch(first)).text(), /over/);
});

test.serial('a checkout page that is about to expire is not returned again', async (t) => {
  const account = await stand.join();
  const first = await stand.checkout(account);
  Object.assign(stand.standIn.books.session(sessionOf(first)), {
    expires_at: Math.floor(Date.now() / 1000) + 600,
  });
  t.not(await stand.checkout(account), first);
});

test.serial(
  'a subscriber, or a user with a payment under way, is sent to the portal; a former subscriber may check out again',
  async (t) => {
    const account = await stand.join();
    const id = await stand.subscribe(account);
    const { books } = stand.standIn;
    for (const status of ['active', 'trialing', 'past_due', 'unpaid', 'paused'] as const) {
      books.setStatus(id, status);
      const { status: responded, body } = await account.client.post(CHECKOUT, { body: YEAR });
      t.is(responded, 409, status);
      t.is(body.error.code, 'invalid_state');
      t.is(body.error.details.portal, PORTAL);
    }
    for (const status of ['incomplete', 'incomplete_expired'] as const) {
      books.setStatus(id, status);
      t.is((await account.client.post(CHECKOUT, { body: YEAR })).status, 200, status);
    }
  },
);

test.serial(
  'a user who has paid has the plan and is refused another checkout before any event has arrived',
  async (t) => {
    const account = await stand.join();
    stand.standIn.webhooks.travel.held = true;
    stand.standIn.books.pay(sessionOf(await stand.checkout(account)));
    t.is((await account.client.post(CHECKOUT, { body: YEAR })).status, 409);
    t.is((await account.client.get('/auth/me')).body.subscription.status, 'active');
    stand.standIn.webhooks.travelAs({ twice: false, shuffled: false, held: false });
    await stand.settled();
  },
);

const WRONG: [body: unknown, path: string][] = [
  [{ plan: 'pro' }, 'interval'],
  [{ interval: 'month' }, 'plan'],
  [{ plan: 'gold', interval: 'month' }, 'plan'],
  [{ plan: 'pro', interval: 'week' }, 'interval'],
  [{ plan: 'constructor', interval: 'month' }, 'plan'],
  [{ plan: 'free', interval: 'month' }, 'plan'], // which has no price
];
for (const [body, path] of WRONG) {
  test.serial(`${JSON.stringify(body)}: 400 for ${path}`, async (t) => {
    const account = await stand.join();
    const response = await account.client.post(CHECKOUT, { body });
    t.is(response.status, 400);
    t.deepEqual(
      response.body.error.details.fields.map((field: { path: string }) => field.path),
      [path],
    );
    t.is(customersOf(account).length, 0);
  });
}

test.serial('the checkout page of a customer that was deleted at Stripe is not returned again', async (t) => {
  const account = await stand.join();
  const first = await stand.checkout(account);
  stand.standIn.books.deleteCustomer((await customerIdOf(account)) ?? '');
  const second = await stand.checkout(account);
  t.not(second, first);
  stand.standIn.books.pay(sessionOf(second));
  await stand.shown(account, { status: 'active' });
});

test.serial('a customer that was deleted at Stripe is created again, once', async (t) => {
  const account = await stand.join();
  await stand.subscribe(account);
  const before = await customerIdOf(account);
  stand.standIn.books.deleteCustomer(before ?? '');
  await stand.shown(account, { status: 'canceled' });
  t.is((await account.client.post(PORTAL)).status, 409, 'there is nothing left to manage');
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => account.client.post(CHECKOUT, { body: MONTH })),
  );
  t.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  const after = await customerIdOf(account);
  t.not(after, before);
  t.deepEqual(
    customersOf(account).map(({ id }) => id),
    [after],
  );
  stand.standIn.books.pay(sessionOf(responses[0]?.body.url));
  await stand.shown(account, { status: 'active' });
});

test.serial('a late read of a deleted customer does not change the customer created after it', async (t) => {
  const { standIn } = stand;
  const account = await stand.join();
  const page = await stand.checkout(account);
  const before = await customerIdOf(account);
  const look = standIn.holdNext(({ method, path }) => method === 'GET' && path === '/v1/checkout/sessions');
  const late = account.client.post(CHECKOUT, { body: MONTH });
  await look.arrived;
  standIn.books.expireSession(sessionOf(page));
  standIn.books.deleteCustomer(before ?? '');
  await stand.subscribe(account);
  await stand.settled();
  t.not(await customerIdOf(account), before);
  const next = standIn.holdNext(({ path }) => path === `/v1/customers/${before}`);
  look.release();
  await next.arrived;
  t.is((await account.client.get('/auth/me')).body.subscription.status, 'active');
  next.release();
  t.is((await late).status, 409);
});

for (const mood of ['down', 'broken', 'slow'] as const) {
  test.serial(`Stripe is ${mood}: 503, and nothing is stored`, async (t) => {
    const [account, owner] = [await stand.join(), await stand.join()];
    await stand.subscribe(owner);
    await stand.settled();
    stand.standIn.mood = mood;
    for (const response of await Promise.all([
      account.client.post(CHECKOUT, { body: MONTH }),
      owner.client.post(PORTAL),
    ])) {
      t.is(response.status, 503);
      t.is(response.body.error.code, 'processing_unavailable');
    }
    t.falsy(await customerIdOf(account));
    t.is((await owner.client.get('/auth/me')).body.subscription.status, 'active');
    stand.standIn.mood = 'good';
    t.is((await account.client.post(CHECKOUT, { body: MONTH })).status, 200);
    t.is(customersOf(account).length, 1);
  });
}

test.serial('a price that Stripe does not know is 503, since only the operator can correct it', async (t) => {
  const app = await startTestApp({
    settings: {
      ...{ BILLING: 'stripe', STRIPE_API_BASE: stand.standIn.url, STRIPE_SECRET_KEY: 'sk_test_1' },
      ...{ STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_PRO_MONTH: 'no_price' },
      STRIPE_PRICE_PRO_YEAR: 'no_other',
    },
  });
  t.teardown(() => app.close());
  const person = await registerUser(createClient(app));
  t.is((await person.post(CHECKOUT, { body: MONTH })).status, 503);
});

test.serial('the billing portal is only for users with a subscription', async (t) => {
  const account = await stand.join();
  const refused = async () => {
    const { status, body } = await account.client.post(PORTAL);
    t.is(`${status} ${body.error?.code}`, '409 invalid_state');
  };
  await refused();
  await stand.checkout(account);
  await refused();
  const id = await stand.subscribe(account);
  t.is((await account.client.post(PORTAL)).status, 200);
  stand.standIn.books.cancelNow(id);
  await stand.shown(account, { status: 'canceled' });
  t.is((await account.client.post(PORTAL)).status, 200, 'for the invoices');
});

test.serial('checkout needs a session, and does not exist with BILLING=off', async (t) => {
  t.is((await stand.client.post(CHECKOUT, { body: MONTH })).status, 401);
  t.is((await stand.client.post(PORTAL)).status, 401);
  const app = await startTestApp();
  t.teardown(() => app.close());
  const person = await registerUser(createClient(app));
  for (const path of [CHECKOUT, PORTAL, '/billing/webhook/stripe']) {
    const { status, body } = await person.post(path, { body: MONTH });
    t.is(`${status} ${body.error.code}`, '404 not_found', path);
  }
});
