import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createAddressGuard } from '#shared/links/address-guard.ts';
import { APP, create, parallel, text } from '#test/modules/library/stand.ts';
import { until } from '#test/support/until.ts';
// Behind index.ts: a name that leads to another address than before, with a resolver of the test.
import { postMessage } from '../../../modules/webhooks/deliveries/post-message.ts';
import { startReceiver, startWebhooks, verify, type WebhookStand } from './stand.ts';

let stand: WebhookStand;
test.before(async () => {
  // Attempts that are not answered never end by themselves: what waits for that to happen fails.
  stand = await startWebhooks({ attemptMs: 3_600_000 });
});
test.after.always(() => stand?.close());

const HOOKS = `${APP}/webhooks`;
const EVENTS = ['presentation.failed'];

async function receiverOf(t: { teardown(end: () => Promise<void>): void }) {
  const receiver = await startReceiver();
  t.teardown(() => receiver.close());
  return receiver;
}

/** Reads deliveries until one of them is in a state. */
async function delivered(client: any, id: string, state: string, count = 1): Promise<any[]> {
  return until(`${count} deliveries that are ${state}`, async () => {
    const { body } = await client.get(`${HOOKS}/${id}/deliveries?limit=50`);
    const found = body.items.filter((one: any) => one.state === state);
    return found.length >= count && found;
  });
}

test('the event of a ready content reaches the receiver, with a signature that the official library verifies', async (t) => {
  const { client } = await stand.newUser();
  const receiver = await receiverOf(t);
  const { secret, id } = await stand.subscribe(client, receiver.url, ['content.ready']);
  t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const content = await create(client, { assets: [text('Milk and bread')] });
  const [message] = await receiver.received(1);
  t.is(message!.headers['content-type'], 'application/json');
  const verified = verify(secret, message!) as any;
  t.is(verified.type, 'content.ready');
  t.is(verified.data.contentId, content.body.content.id);
  t.true(Math.abs(Date.parse(verified.timestamp) - Date.now()) < 600_000);
  t.throws(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, message!));
  const [listed] = await delivered(client, id, 'delivered');
  t.like(listed, {
    messageId: message!.id,
    type: 'content.ready',
    displayId: null,
    attempts: 1,
    responseStatus: 204,
  });
  t.is(listed.body, message!.body);
});

test('only subscribed events are sent, and the secret is shown once', async (t) => {
  const { client, userId } = await stand.newUser();
  const receiver = await receiverOf(t);
  const { id, secret } = await stand.subscribe(client, receiver.url, EVENTS);
  await create(client, { assets: [text('Not for the receiver')] });
  await stand.record(userId, 'presentation.failed');
  t.deepEqual(
    (await receiver.received(1)).map(({ type }) => type),
    ['presentation.failed'],
  );
  for (const { text: response } of [await client.get(HOOKS), await client.get(`${HOOKS}/${id}`)])
    t.false(response.includes(secret) || response.includes('whsec_'));
  const stored = await stand.app.db('webhooks.endpoints').where({ id }).first();
  t.false(JSON.stringify(stored).includes(secret));
});

test('bad input is 400 and names every wrong field', async (t) => {
  const { client } = await stand.newUser();
  const response = await client.post(HOOKS, {
    body: { url: 'gopher://x', events: ['display.exploded'], evnts: 1 },
  });
  t.is(response.status, 400);
  const paths = response.body.error.details.fields.map(({ path }: { path: string }) => path);
  for (const path of ['url', 'events.0']) t.true(paths.includes(path), path);
  for (const url of [
    'http://127.0.0.2/x',
    'http://10.0.0.1/x',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'https://user:secret@example.org/',
    'https://1.1.1.1:8443/',
  ]) {
    const refused = await client.post(HOOKS, { body: { url, events: EVENTS } });
    t.is(refused.status, 400, url);
    t.deepEqual(
      refused.body.error.details.fields.map(({ path }: { path: string }) => path),
      ['url'],
    );
  }
  const named = await client.post(HOOKS, {
    body: { url: 'https://user:secret@example.org/', events: EVENTS, active: true, event: [] },
  });
  t.deepEqual(named.body.error.details.fields, [
    {
      path: 'url',
      message:
        'must not contain a user name or password, because the address is stored and shown. Check the signature of the messages instead, or end the address in a word that cannot be guessed.',
    },
    { path: 'active', message: 'is not known. Known: url, events.' },
    { path: 'event', message: 'is not known. Did you mean events?' },
  ]);
  t.deepEqual((await client.get(HOOKS)).body, []);
});

test('webhooks and deliveries of another user are 404', async (t) => {
  const [owner, other] = [await stand.newUser(), await stand.newUser()];
  const receiver = await receiverOf(t);
  const { id } = await stand.subscribe(owner.client, receiver.url, EVENTS);
  await stand.record(owner.userId, 'presentation.failed');
  const [delivery] = await delivered(owner.client, id, 'delivered');
  const calls = [
    other.client.get(`${HOOKS}/${id}`),
    other.client.patch(`${HOOKS}/${id}`, { body: { active: false } }),
    other.client.delete(`${HOOKS}/${id}`),
    other.client.post(`${HOOKS}/${id}/rotate`),
    other.client.get(`${HOOKS}/${id}/deliveries`),
    other.client.post(`${HOOKS}/${id}/deliveries/${delivery.id}/resend`),
    other.client.get(`${HOOKS}/nonsense`),
  ];
  for (const { status, body } of await Promise.all(calls)) {
    t.is(status, 404);
    t.is(body.error.code, 'webhook_not_found');
  }
  const unknown = await owner.client.post(`${HOOKS}/${id}/deliveries/${randomUUID()}/resend`);
  t.is(unknown.body.error.code, 'delivery_not_found');
  t.deepEqual((await other.client.get(HOOKS)).body, []);
});

test('thirty parallel creations leave twenty webhooks, and events of each', async (t) => {
  const { client, userId } = await stand.newUser();
  const receiver = await receiverOf(t);
  const responses = await parallel(30, () =>
    client.post(HOOKS, { body: { url: receiver.url, events: EVENTS } }),
  );
  t.is(responses.filter(({ status }) => status === 201).length, 20);
  t.true(responses.every(({ status }) => status === 201 || status === 409));
  await stand.record(userId, 'presentation.failed');
  const messages = await receiver.received(20);
  t.is(new Set(messages.map(({ id }) => id)).size, 1, 'one event has one id');
});

test('after a rotation both secrets verify for a day, then the new one alone', async (t) => {
  const { client, userId } = await stand.newUser();
  const receiver = await receiverOf(t);
  const { id, secret: first } = await stand.subscribe(client, receiver.url, EVENTS);
  const lost = await client.post(`${HOOKS}/${id}/rotate`);
  const rotated = await client.post(`${HOOKS}/${id}/rotate`);
  t.is(rotated.status, 200);
  const second = rotated.body.secret;
  t.not(second, first);
  t.truthy(rotated.body.previousSecretUntil);
  await stand.record(userId, 'presentation.failed');
  const [message] = await receiver.received(1);
  for (const secret of [first, lost.body.secret, second]) t.notThrows(() => verify(secret, message!));
  // Its end is a time of the api's clock.
  await stand.app
    .db('webhooks.endpoints')
    .where({ id })
    .update({
      previous_secrets: stand.app.db.raw(
        `(select jsonb_agg(one || '{"until":"1970-01-01T00:00:00.000Z"}') from jsonb_array_elements(previous_secrets) one)`,
      ),
    });
  await stand.record(userId, 'presentation.failed');
  const later = (await receiver.received(2))[1]!;
  t.throws(() => verify(first, later));
  t.notThrows(() => verify(second, later));
});

test('a delivery is sent again on request, with the same id', async (t) => {
  const { client, userId } = await stand.newUser();
  const receiver = await receiverOf(t);
  const { id } = await stand.subscribe(client, receiver.url, EVENTS);
  await stand.record(userId, 'presentation.failed');
  const [done] = await delivered(client, id, 'delivered');
  const resent = await client.post(`${HOOKS}/${id}/deliveries/${done.id}/resend`);
  t.is(resent.status, 202);
  const [one, two] = await receiver.received(2);
  t.is(one!.id, two!.id);
  t.is(one!.body, two!.body);
});

test('a paused webhook gets no events of the pause, and can be resumed', async (t) => {
  const { client, userId } = await stand.newUser();
  const receiver = await receiverOf(t);
  const { id } = await stand.subscribe(client, receiver.url, EVENTS);
  const paused = await client.patch(`${HOOKS}/${id}`, { body: { active: false } });
  t.like(paused.body, { active: false, offReason: 'paused' });
  await stand.record(userId, 'presentation.failed', null, { n: 1 });
  t.like((await client.patch(`${HOOKS}/${id}`, { body: { active: true } })).body, {
    active: true,
    offReason: null,
  });
  await stand.record(userId, 'presentation.failed', null, { n: 2 });
  t.deepEqual(
    (await receiver.received(1)).map(({ data }) => data.n),
    [2],
  );
});

test('a receiver that responds with 410 gets no more events, and its owner sees the reason', async (t) => {
  const { client, userId } = await stand.newUser();
  const receiver = await receiverOf(t);
  receiver.answer = (_message, response) => void response.writeHead(410).end();
  const { id } = await stand.subscribe(client, receiver.url, EVENTS);
  await stand.record(userId, 'presentation.failed');
  const [failed] = await delivered(client, id, 'failed');
  t.is(failed.responseStatus, 410);
  const isOff = async () => !(await client.get(`${HOOKS}/${id}`)).body.active;
  await until('the webhook to be switched off', isOff);
  t.is((await client.get(`${HOOKS}/${id}`)).body.offReason, 'gone');
  const refused = await client.post(`${HOOKS}/${id}/deliveries/${failed.id}/resend`);
  t.is(refused.body.error.code, 'invalid_state');
});

test('redirects are not followed, and an endless response is not read', async (t) => {
  const { client, userId } = await stand.newUser();
  const [receiver, other] = [await receiverOf(t), await receiverOf(t)];
  receiver.answer = ({ data }, response) => {
    if (data.n === 1) return void response.writeHead(302, { location: other.url }).end();
    response.writeHead(200);
    const chunk = Buffer.alloc(1 << 20);
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour).on('error', () => {});
    pour();
  };
  const { id } = await stand.subscribe(client, receiver.url, EVENTS);
  await stand.record(userId, 'presentation.failed', null, { n: 2 });
  const [endless] = await delivered(client, id, 'delivered');
  t.is(endless.responseStatus, 200);
  await stand.record(userId, 'presentation.failed', null, { n: 1 });
  await receiver.received(2);
  const lastStatus = async () => (await client.get(`${HOOKS}/${id}/deliveries`)).body.items[0].responseStatus;
  await until('the redirect to be noted', async () => (await lastStatus()) === 302);
  t.is(other.messages.length, 0);
});

test('the address is checked at each delivery, when it has changed and when its name resolves elsewhere', async (t) => {
  const { client, userId } = await stand.newUser();
  const receiver = await receiverOf(t);
  const { id } = await stand.subscribe(client, receiver.url, EVENTS);
  // As one that was made while WEBHOOK_ALLOW opened its network.
  await stand.app.db('webhooks.endpoints').where({ id }).update({ url: 'http://10.0.0.1/hook' });
  await stand.record(userId, 'presentation.failed');
  const lastError = async () => (await client.get(`${HOOKS}/${id}/deliveries`)).body.items[0]?.error;
  await until('an error of the delivery', lastError);
  t.regex(await lastError(), /does not lead to a public address/);

  const guard = createAddressGuard({ allow: [], resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
  const url = receiver.url.replace('127.0.0.1', 'hook.example').replace(/:\d+/, '');
  const message = { url, headers: {}, body: '{}' };
  const outcome = await postMessage(guard, message, new AbortController().signal, 60_000);
  t.deepEqual(outcome, {
    ok: false,
    status: null,
    error: 'The address does not lead to a public address.',
  });
  t.is(receiver.messages.length, 0);
});

test('a receiver that does not respond delays no other user', async (t) => {
  const [slow, quick] = [await stand.newUser(), await stand.newUser()];
  const [still, receiver] = [await receiverOf(t), await receiverOf(t)];
  still.answer = () => {};
  for (let n = 0; n < 10; n++) await stand.subscribe(slow.client, still.url, EVENTS);
  await stand.subscribe(quick.client, receiver.url, EVENTS);
  await parallel(8, () => stand.record(slow.userId, 'presentation.failed', randomUUID()));
  await still.received(4);
  await stand.record(quick.userId, 'presentation.failed');
  await receiver.received(1);
  t.true(still.messages.length < 40, 'not all lanes of one user are under way at once');
});

test('thirty-two receivers that do not respond delay neither another user nor other webhooks of their user', async (t) => {
  const [still, receiver] = [await receiverOf(t), await receiverOf(t)];
  still.answer = () => {};
  const slow = await parallel(4, async () => {
    const user = await stand.newUser();
    await stand.subscribe(user.client, still.url, EVENTS);
    for (let n = 0; n < 8; n++) await stand.record(user.userId, 'presentation.failed', randomUUID());
    return user;
  });
  const quick = await stand.newUser();
  await still.received(32);
  await stand.subscribe(quick.client, receiver.url, EVENTS);
  await stand.record(quick.userId, 'presentation.failed');
  await receiver.received(1);
  const [{ client, userId }] = slow as [(typeof slow)[number]];
  await stand.subscribe(client, receiver.url, ['content.failed']);
  await stand.record(userId, 'content.failed');
  await receiver.received(2);
  t.is(still.messages.length, 32, 'each of them was sent once, and waits for its answer');
});

test('sixty events of one display arrive in order, over several rounds', async (t) => {
  const { client, userId } = await stand.newUser();
  const receiver = await receiverOf(t);
  await stand.subscribe(client, receiver.url, EVENTS);
  await stand.app.db.raw(
    `select platform.record_event(?, 'presentation.failed', ?, jsonb_build_object('n', n)) from generate_series(1, 60) n`,
    [userId, randomUUID()],
  );
  const numbers = (await receiver.received(60)).map(({ data }) => data.n);
  t.deepEqual(
    numbers,
    Array.from({ length: 60 }, (_, n) => n + 1),
  );
});

test('deliveries are listed in pages, the newest first', async (t) => {
  const { client, userId } = await stand.newUser();
  const receiver = await receiverOf(t);
  const { id } = await stand.subscribe(client, receiver.url, EVENTS);
  for (let n = 0; n < 5; n++) await stand.record(userId, 'presentation.failed', null, { n });
  await delivered(client, id, 'delivered', 5);
  const first = (await client.get(`${HOOKS}/${id}/deliveries?limit=3`)).body;
  const second = (await client.get(`${HOOKS}/${id}/deliveries?limit=3&cursor=${first.nextCursor}`)).body;
  const listed = [...first.items, ...second.items];
  const numbers = listed.map(({ body }: { body: string }) => JSON.parse(body).data.n);
  t.deepEqual(numbers.toSorted(), [0, 1, 2, 3, 4]);
  const times = listed.map(({ createdAt }) => createdAt);
  t.deepEqual(times, times.toSorted().reverse());
  t.false(second.hasMore);
});

test('deleting an account deletes its webhooks, queued deliveries and their records', async (t) => {
  const { client, userId, password } = await stand.newUser();
  const receiver = await receiverOf(t);
  receiver.answer = (_message, response) => void response.writeHead(500).end();
  await stand.subscribe(client, receiver.url, EVENTS);
  await stand.record(userId, 'presentation.failed');
  await receiver.received(1);
  t.is((await client.delete('/auth/account', { body: { confirm: true, password } })).status, 204);
  for (const table of [
    'webhooks.endpoints',
    'webhooks.lanes',
    'platform.event_subscriptions',
    'platform.outbox',
  ])
    t.deepEqual(await stand.app.db(table).where({ user_id: userId }), [], table);
});
