import test from 'ava';
import nock from 'nock';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { registerUser } from '#test/support/person.ts';
import { stripeSettings } from '../billing-stand.ts';
import { recordedList, recordedSession } from './recorded.ts';
import { CHECKOUT } from './stand.ts';

nock.disableNetConnect();
nock.enableNetConnect('127.0.0.1');

const STRIPE_API_BASE = 'http://stripe-attempts.test';
const PAGE = 'https://checkout.stripe.com/c/pay/cs_test_1';

let customers = 0;
let app: TestApp;
test.before(async () => {
  app = await startTestApp({ settings: { ...stripeSettings, STRIPE_API_BASE } });
});
test.after.always(() => app?.close());
test.afterEach.always(() => nock.cleanAll());

const checkout = (client: Client) => client.post(CHECKOUT, { body: { plan: 'pro', interval: 'month' } });

/** Stripe with a customer that has nothing yet. Returns the keys under which it was asked to make what is at `path`. */
function stripe(path: string, responses: [status: number, body: object][]): string[] {
  const keys: string[] = [];
  const customer = { id: `cus_${++customers}`, object: 'customer' };
  const scripted = nock(STRIPE_API_BASE);
  for (const response of responses)
    scripted.post(path).reply((request: Request) => {
      keys.push(request.headers.get('idempotency-key') ?? '');
      return response;
    });
  const scope = nock(STRIPE_API_BASE).persist();
  scope.post('/v1/customers').reply(200, customer);
  scope.get(`/v1/customers/${customer.id}`).query(true).reply(200, customer);
  scope.get('/v1/checkout/sessions').query(true).reply(200, recordedList([]));
  scope.get('/v1/subscriptions').query(true).reply(200, recordedList([]));
  return keys;
}

const open = { ...recordedSession(null), status: 'open', url: PAGE };
const refused = { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'line_items' } };
const broken = { error: { type: 'api_error' } };

test.serial('a call after a refusal or failure of Stripe uses a new idempotency key', async (t) => {
  const client = await registerUser(createClient(app));
  const keys = stripe('/v1/checkout/sessions', [
    [400, refused],
    [500, broken],
    [429, { error: { code: 'rate_limit' } }],
    [200, open],
  ]);
  for (const status of [503, 503, 503, 200]) t.is((await checkout(client)).status, status);
  const [first, second, third, fourth] = keys;
  t.is(new Set([first, second, third]).size, 3);
  t.is(fourth, third, 'a call that was put off has not been answered yet');
});

test.serial('creating the customer after a failure uses a new idempotency key, too', async (t) => {
  const client = await registerUser(createClient(app));
  const keys = stripe('/v1/customers', [
    [500, broken],
    [409, { error: { code: 'idempotency_key_in_use' } }],
    [200, { id: 'cus_second', object: 'customer' }],
  ]);
  nock(STRIPE_API_BASE).post('/v1/checkout/sessions').reply(200, open);
  t.is((await checkout(client)).status, 503);
  t.is((await checkout(client)).body.url, PAGE);
  t.is(keys.length, 3);
  t.not(keys[0], keys[1]);
  t.is(keys[1], keys[2]);
});

test.serial('an idempotency key that was used for another request blocks no user for long', async (t) => {
  const client = await registerUser(createClient(app));
  const spent: [number, object] = [400, { error: { type: 'idempotency_error' } }];
  const keys = stripe('/v1/checkout/sessions', [...Array.from({ length: 11 }, () => spent), [200, open]]);
  t.is((await checkout(client)).status, 503);
  t.is((await checkout(client)).status, 200);
  t.is(new Set(keys).size, 2);
});
