import { createHmac } from 'node:crypto';
import test from 'ava';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { checkResponse } from '#test/support/client.ts';
import { stripeSettings } from '../billing-stand.ts';
import { recordedEvent, recordedInvoice, recordedSession, recordedSubscription } from './recorded.ts';
import { WEBHOOK } from './stand.ts';

const SECRET = stripeSettings.STRIPE_WEBHOOK_SECRET;

let app: TestApp;
test.before(async () => {
  app = await startTestApp({ settings: stripeSettings });
});
test.after.always(() => app?.close());

const now = () => Math.floor(Date.now() / 1000);
const hex = (payload: string | Buffer, at: number, secret = SECRET) =>
  createHmac('sha256', secret).update(`${at}.`).update(payload).digest('hex');

async function post(payload: string | Buffer, signature?: string) {
  const response = await fetch(app.url + WEBHOOK, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    body: typeof payload === 'string' ? payload : new Uint8Array(payload),
  });
  const text = await response.text();
  const result = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  checkResponse(app.surfaces, 'POST', WEBHOOK, result);
  return result;
}

const deliver = (event: object, at = now()) => {
  const payload = JSON.stringify(event, null, 2);
  return post(payload, `t=${at},v1=${hex(payload, at)}`);
};
const stored = async (id: string) => (await app.app.db('billing.stripe_events').where({ id })).length;
const jobsOf = (id: string) =>
  app.app.db('pgboss.job').where({ name: 'billing.sync-customer' }).whereRaw(`data ->> 'eventId' = ?`, [id]);

const about = (customer: string) => recordedSubscription('2024', { customer });

test('a signed event is stored once, with one job, even when it arrives many times in parallel', async (t) => {
  const event = recordedEvent('customer.subscription.updated', about('cus_parallel'));
  const responses = await Promise.all(Array.from({ length: 50 }, () => deliver(event)));
  for (const { status, body } of responses) {
    t.is(status, 200);
    t.deepEqual(body, { received: true });
  }
  t.is(await stored(event.id), 1);
  const jobs = await jobsOf(event.id);
  t.is(jobs.length, 1);
  t.deepEqual(jobs[0].data, { customerId: 'cus_parallel', eventId: event.id });
});

const SIGNATURES: Record<
  string,
  [status: number, make: (payload: string, at: number) => string | undefined]
> = {
  'is fresh': [200, (payload, at) => `t=${at},v1=${hex(payload, at)}`],
  'is nearly too old': [200, (payload, at) => `t=${at - 240},v1=${hex(payload, at - 240)}`],
  'is one of several, while the secret is replaced': [
    200,
    (payload, at) => `t=${at},v1=${hex(payload, at, 'whsec_old')},v1=${hex(payload, at)},v0=6ffb`,
  ],
  'is too old': [400, (payload, at) => `t=${at - 360},v1=${hex(payload, at - 360)}`],
  'is from the future': [400, (payload, at) => `t=${at + 360},v1=${hex(payload, at + 360)}`],
  'has another secret': [400, (payload, at) => `t=${at},v1=${hex(payload, at, 'whsec_other')}`],
  'is over other bytes': [400, (payload, at) => `t=${at},v1=${hex(`${payload} `, at)}`],
  'is over another time': [400, (payload, at) => `t=${at},v1=${hex(payload, at - 1)}`],
  'is of another scheme': [400, (payload, at) => `t=${at},v0=${hex(payload, at)}`],
  'is cut short': [400, (payload, at) => `t=${at},v1=${hex(payload, at).slice(0, 32)}`],
  'is no hex': [400, (_payload, at) => `t=${at},v1=${'zz'.repeat(32)}`],
  'has no time': [400, (payload, at) => `v1=${hex(payload, at)}`],
  'has an odd time': [400, (payload) => `t=1e9,v1=${hex(payload, 1e9)}`],
  'is empty': [400, () => ''],
  'is missing': [400, () => undefined],
};
for (const [name, [status, make]] of Object.entries(SIGNATURES)) {
  test(`a signature that ${name}: ${status}`, async (t) => {
    const event = recordedEvent('invoice.payment_failed', recordedInvoice('cus_signatures'));
    const payload = JSON.stringify(event);
    const response = await post(payload, make(payload, now()));
    t.is(response.status, status, response.text);
    t.is(await stored(event.id), status === 200 ? 1 : 0);
    t.notRegex(response.text, /whsec/);
  });
}

const GARBAGE: Record<string, string | Buffer> = {
  nothing: '',
  'half of an event': '{"id":"evt_1","type":',
  'a list': '[]',
  'a word': '"event"',
  'bytes of no text': Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  'an id with a NUL': JSON.stringify({ id: 'evt_\u0000', type: 'invoice.paid', data: { object: {} } }),
  'an id that is a list': JSON.stringify({ id: ['evt_1'], type: 'invoice.paid', data: { object: {} } }),
  'an event without data': JSON.stringify({ id: 'evt_1', type: 'invoice.paid' }),
  'too deep': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
};
for (const [name, payload] of Object.entries(GARBAGE)) {
  test(`${name}, well signed: 400`, async (t) => {
    const { status, body } = await post(payload, `t=${now()},v1=${hex(payload, now())}`);
    t.is(status, 400);
    t.is(body.error.code, 'invalid_request');
  });
}

test('a body beyond the limit: 413', async (t) => {
  const payload = JSON.stringify({ id: 'evt_large', pad: 'x'.repeat(600 * 1024) });
  t.is((await post(payload, `t=${now()},v1=${hex(payload, now())}`)).status, 413);
});

const PASSED_OVER: [type: string, object: unknown][] = [
  ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent', customer: 'cus_other' }],
  ['customer.created', { id: 'cus_other', object: 'customer' }],
  ['customer.subscription.updated', { id: 'sub_1', object: 'subscription', customer: '../../evil' }],
  ['checkout.session.completed', recordedSession(null)],
  ['invoice.paid', null],
  ['invoice.paid', 'in_1'],
  ['a.type.of.next.year', { customer: 'cus_other' }],
];
for (const [type, object] of PASSED_OVER) {
  test(`${type} about ${JSON.stringify(object)?.slice(0, 60)} is stored and ignored`, async (t) => {
    const event = recordedEvent(type, object as object);
    t.is((await deliver(event)).status, 200);
    t.is(await stored(event.id), 0);
  });
}

const ABOUT_PAYMENT: [type: string, object: object][] = [
  ['customer.subscription.created', about('cus_about')],
  ['customer.subscription.deleted', recordedSubscription('2026', { customer: { id: 'cus_about' } })],
  ['customer.subscription.paused', about('cus_about')],
  ['checkout.session.completed', recordedSession('cus_about')],
  ['checkout.session.async_payment_failed', recordedSession('cus_about')],
  ['invoice.paid', recordedInvoice('cus_about')],
  ['invoice.payment_failed', recordedInvoice('cus_about')],
  ['customer.deleted', { id: 'cus_about', object: 'customer', deleted: true }],
];
for (const [type, object] of ABOUT_PAYMENT) {
  test(`${type} makes the customer be read again`, async (t) => {
    const event = recordedEvent(type, object);
    t.is((await deliver(event)).status, 200);
    const [job] = await jobsOf(event.id);
    t.is(job?.data.customerId, 'cus_about');
  });
}
