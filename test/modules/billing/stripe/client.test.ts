import test from 'ava';
import nock from 'nock';
import { z } from 'zod';
import { startStripeStandIn } from '#test/support/stripe-stand-in.ts';
// Behind index.ts: how the client speaks to Stripe; through the API each failure would take minutes of retries.
import { createStripeClient } from '../../../../modules/billing/stripe/client/stripe-client.ts';
import { isMissing, StripeError } from '../../../../modules/billing/stripe/client/stripe-error.ts';
import { recordedList } from './recorded.ts';

nock.disableNetConnect();
nock.enableNetConnect('127.0.0.1');

const KEY = 'sk_test_of_nobody';
const thing = z.object({ id: z.string() });
let hosts = 0;

/** A client and the server that it talks to. */
function stripe() {
  const apiBase = `http://stripe-${++hosts}.test`;
  return { scope: nock(apiBase), client: createStripeClient({ apiBase, secretKey: KEY, timeoutMs: 60_000 }) };
}

/** Everything that an error could reveal. */
const textOf = (error: StripeError) =>
  JSON.stringify([error, error.message, error.stack, String(error.cause)]);

test('parameters, key and version are sent as Stripe requires', async (t) => {
  const { scope, client } = stripe();
  const seen: Record<string, unknown>[] = [];
  scope.post('/v1/things').reply(async (request: Request) => {
    seen.push({ body: await request.text(), ...Object.fromEntries(request.headers) });
    return [200, { id: 'thing_1', object: 'thing' }];
  });
  const parameters = {
    line_items: [{ price: 'price_1', quantity: 1 }],
    metadata: { 'a&b': 'ü=1', left: undefined },
    on: true,
    left: undefined,
  };
  t.deepEqual(await client.post('/v1/things', parameters, thing, 'once'), { id: 'thing_1' });
  const [requests] = seen;
  t.like(requests, {
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': 'once',
  });
  t.regex(String(requests?.['stripe-version']), /^\d{4}-\d\d-\d\d\.\w+$/);
  t.is(
    decodeURIComponent(String(requests?.body)),
    'line_items[0][price]=price_1&line_items[0][quantity]=1&metadata[a&b]=ü=1&on=true',
  );
});

test('a list is read to its end', async (t) => {
  const { scope, client } = stripe();
  const page = (query: object, ids: string[], more: boolean) =>
    scope
      .get('/v1/things')
      .query({ customer: 'cus_1', limit: '100', ...query })
      .reply(
        200,
        recordedList(
          ids.map((id) => ({ id })),
          more,
        ),
      );
  page({}, ['a', 'b'], true);
  page({ starting_after: 'b' }, ['c'], true);
  page({ starting_after: 'c' }, [], true);
  const all = await client.list('/v1/things', { customer: 'cus_1' }, thing);
  t.deepEqual(
    all.map(({ id }) => id),
    ['a', 'b', 'c'],
  );
  t.true(scope.isDone());
});

const quoting = `Invalid API Key provided: ${KEY}`;
const FAILURES: { status: number; body: string | object; failure: string; refusal?: object }[] = [
  {
    status: 404,
    body: {
      error: { code: 'resource_missing', message: quoting, param: 'id', type: 'invalid_request_error' },
    },
    failure: 'refused',
    refusal: { status: 404, code: 'resource_missing', param: 'id', requestId: 'req_8' },
  },
  { status: 401, body: { error: { type: 'invalid_request_error', message: quoting } }, failure: 'refused' },
  { status: 400, body: { error: { type: 'idempotency_error', message: quoting } }, failure: 'refused' },
  { status: 429, body: { error: { code: 'rate_limit', message: quoting } }, failure: 'busy' },
  { status: 500, body: { error: { type: 'api_error', message: quoting } }, failure: 'broken' },
  { status: 502, body: `<html>${quoting}</html>`, failure: 'broken' },
  { status: 302, body: '', failure: 'broken' },
  { status: 200, body: quoting, failure: 'broken' },
  { status: 200, body: { object: 'another thing', key: quoting }, failure: 'broken' },
  { status: 400, body: { error: quoting }, failure: 'refused' },
];
for (const { status, body, failure, refusal } of FAILURES) {
  test(`${status} ${JSON.stringify(body).slice(0, 40)} is ${failure}, and the error has no text of the response`, async (t) => {
    const { scope, client } = stripe();
    const headers = { 'request-id': 'req_8', location: 'http://127.0.0.1:9/elsewhere' };
    scope.get('/v1/things/1').query({ q: 'private' }).reply(status, body, headers);
    const error = (await t.throwsAsync(client.get('/v1/things/1', { q: 'private' }, thing), {
      instanceOf: StripeError,
    })) as StripeError;
    t.is(error.failure, failure as never);
    if (refusal) t.like(error.refusal, refusal);
    t.is(isMissing(error), status === 404);
    t.notRegex(textOf(error), /sk_test|private|Invalid/);
  });
}

test('a request whose connection breaks is repeated with the same idempotency key', async (t) => {
  const { scope, client } = stripe();
  for (let time = 0; time < 2; time++) scope.post('/v1/things').replyWithError('socket hang up');
  scope.post('/v1/things').matchHeader('idempotency-key', 'once').reply(200, { id: 'thing_1' });
  t.deepEqual(await client.post('/v1/things', {}, thing, 'once'), { id: 'thing_1' });
  for (let time = 0; time < 3; time++) scope.get('/v1/gone?').replyWithError(`hang up of ${KEY}`);
  const error = (await t.throwsAsync(client.get('/v1/gone', {}, thing))) as StripeError;
  t.is(error.failure, 'unreachable');
  t.notRegex(textOf(error), /sk_test/);
});

test('a call waits for the same call of another process', async (t) => {
  const { scope, client } = stripe();
  const busy = { error: { code: 'idempotency_key_in_use', type: 'invalid_request_error' } };
  scope.post('/v1/things').times(3).reply(409, busy);
  scope.post('/v1/things').reply(200, { id: 'thing_1' });
  t.deepEqual(await client.post('/v1/things', {}, thing, 'once'), { id: 'thing_1' });
});

test('a response that is not complete in time is abandoned, even half-way', async (t) => {
  const standIn = await startStripeStandIn();
  t.teardown(() => standIn.close());
  const client = createStripeClient({ apiBase: standIn.url, secretKey: 'sk_test_1', timeoutMs: 150 });
  standIn.mood = 'slow';
  const slow = (await t.throwsAsync(client.get('/v1/customers/cus_1', {}, thing))) as StripeError;
  t.is(slow.failure, 'slow');
  standIn.mood = 'down';
  const down = (await t.throwsAsync(client.get('/v1/customers/cus_1', {}, thing))) as StripeError;
  t.true(['unreachable', 'slow'].includes(down.failure));
});
