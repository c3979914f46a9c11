import test from 'ava';
import { CHECKOUT, PORTAL, type StripeStand, sessionOf, startStripe } from './stand.ts';

let stand: StripeStand;
test.before(async () => {
  stand = await startStripe({ BILLING_RETURN_URL: 'https://placard.example/account?from=stripe' });
});
test.after.always(() => stand?.close());

const press = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test('a person pays on the checkout page and has the plan', async (t) => {
  const account = await stand.join();
  await stand.shown(account, null);
  const url = await stand.checkout(account, 'year');
  t.regex(await (await fetch(url)).text(), /50\.00 €.*<button>Pay<\/button>/s);
  const paid = await press(url);
  t.is(paid.status, 303);
  t.is(paid.headers.get('location'), 'https://placard.example/account?from=stripe&checkout=done');
  await stand.shown(account, { status: 'active', plan: 'pro', interval: 'year', cancelAtPeriodEnd: false });

  const [customer] = [...stand.standIn.books.customers.values()].filter(
    ({ metadata }) => metadata.userId === account.userId,
  );
  t.truthy(customer, 'whose customer it is can be seen at Stripe');
  const { subscription } = (await account.client.get('/auth/me')).body;
  const [item] = stand.standIn.books.subscriptionsOf(customer?.id ?? '')[0]?.items.data ?? [];
  t.is(subscription.currentPeriodEnd, new Date((item?.current_period_end ?? 0) * 1000).toISOString());
});

test('a person whose payment fails corrects it, and cancels, on the portal page', async (t) => {
  const account = await stand.join();
  const subscription = await stand.subscribe(account);
  const { body } = await account.client.post(PORTAL);
  const page = await (await fetch(body.url)).text();
  t.true(page.includes(subscription) && page.includes('href="https://placard.example/account?from=stripe"'));

  t.is((await press(body.url, { subscription, action: 'fail' })).status, 303);
  await stand.shown(account, { status: 'past_due', plan: 'pro' });
  await press(body.url, { subscription, action: 'recover' });
  await stand.shown(account, { status: 'active' });
  await press(body.url, { subscription, action: 'cancel' });
  await stand.shown(account, { status: 'active', cancelAtPeriodEnd: true });
  await press(body.url, { subscription, action: 'cancel_now' });
  await stand.shown(account, { status: 'canceled' });

  const again = await account.client.post(CHECKOUT, { body: { plan: 'pro', interval: 'month' } });
  t.is(again.status, 200, 'who left may come back');
  stand.standIn.books.pay(sessionOf(again.body.url));
  await stand.shown(account, { status: 'active', interval: 'month' });
});
