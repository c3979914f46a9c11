import test, { type ExecutionContext } from 'ava';
import { register, type TestAccount } from '#test/modules/identity/accounts/account.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { type StripeStandIn, standInSettings, startStripeStandIn } from '#test/support/stripe-stand-in.ts';
import { until } from '#test/support/until.ts';

let standIn: StripeStandIn;
test.before(async () => {
  standIn = await startStripeStandIn();
});
test.after.always(() => standIn?.close());
test.afterEach.always(() => {
  standIn.mood = 'good';
});

/** With plans off again, and what is given of the settings of before. */
async function start(t: ExecutionContext, settings: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp({ worker: true, settings: { ...settings, BILLING: 'off' } });
  t.teardown(() => app.close());
  return app;
}

/** A user who has been paying since plans were on. */
async function payer(app: TestApp) {
  const account = await register(createClient(app));
  const customer = standIn.books.createCustomer({ userId: account.userId });
  const subscription = standIn.books.subscribe(customer.id, 'price_pro_month');
  await app.app.db('billing.customers').insert({
    ...{ user_id: account.userId, stripe_customer_id: customer.id, created_at: new Date() },
  });
  return { account, customerId: customer.id, subscriptionId: subscription.id };
}

const remove = ({ client, password }: TestAccount) =>
  client.delete('/auth/account', { body: { confirm: true, password } });
const status = (id: string) => standIn.books.subscription(id).status;

test.serial('with BILLING=off and a key, deleting an account still cancels its subscription', async (t) => {
  const app = await start(t, standInSettings(standIn.url));
  const { account, customerId, subscriptionId } = await payer(app);
  t.is((await account.client.get('/api/app/v1/billing')).body.plan, 'pro');
  standIn.mood = 'broken';
  t.is((await remove(account)).status, 500);
  t.is((await account.client.get('/auth/me')).status, 200);
  standIn.mood = 'good';
  t.is((await remove(account)).status, 204);
  t.is(status(subscriptionId), 'canceled');
  await until('the customer to be gone', () => standIn.books.deletedCustomers.has(customerId));
});

test.serial(
  'without a key the account is deleted, and its customer as soon as there is a key again',
  async (t) => {
    const app = await start(t, {});
    const { account, customerId, subscriptionId } = await payer(app);
    t.is((await remove(account)).status, 204);
    t.is(status(subscriptionId), 'active');
    await start(t, { ...standInSettings(standIn.url), DATABASE_URL: app.config.DATABASE_URL });
    await until('the customer to be gone', () => standIn.books.deletedCustomers.has(customerId));
    t.is(status(subscriptionId), 'canceled');
  },
);
