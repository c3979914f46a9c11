import { randomUUID } from 'node:crypto';
import test from 'ava';
import { until } from '#test/support/until.ts';
import {
  APP,
  create,
  type LibraryStand,
  link,
  parallel,
  pdf,
  png,
  SDK,
  startLibrary,
  text,
} from '../stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

const code = (response: { status: number; body: any }) =>
  `${response.status} ${response.body.error?.code ?? 'ok'}`;

async function count(userId: string): Promise<number> {
  const rows = await stand.app.db('library.contents').where({ user_id: userId });
  return rows.length;
}

test('the header is required and must be 8 to 128 printable characters', async (t) => {
  const { client, userId } = await stand.newUser();
  const body = { assets: [text('a')] };
  t.is(code(await client.post(`${APP}/contents`, { body })), '400 invalid_request');
  for (const key of ['short', '1234567', 'x'.repeat(129), 'with a space', 'gr\u00fc\u00dfe-gr\u00fc\u00dfe'])
    t.is(code(await create(client, body, key)), '400 invalid_request', key);
  t.is(await count(userId), 0);
  for (const key of ['12345678', '~'.repeat(128), '!"#$%&()'])
    t.is(code(await create(client, body, key)), '201 ok', key);
});

test('the same key and body return the first response, byte for byte, with the first tickets', async (t) => {
  const { client, userId } = await stand.newUser();
  const key = randomUUID();
  const first = await create(client, { mode: 'auto', assets: [png(5), link('https://a.b'), pdf(7)] }, key);
  const again = await create(client, { mode: 'auto', assets: [png(5), link('https://a.b'), pdf(7)] }, key);
  t.is(again.status, 201);
  t.is(again.text, first.text);
  t.is(await count(userId), 1);
});

test('keys in another order are the same body; a different value is a conflict', async (t) => {
  const { client, userId } = await stand.newUser();
  const key = randomUUID();
  const first = await create(
    client,
    { mode: 'auto', title: 'T', assets: [{ type: 'text', text: 'a' }] },
    key,
  );
  const reordered = await create(
    client,
    { assets: [{ text: 'a', type: 'text' }], title: 'T', mode: 'auto' },
    key,
  );
  t.is(reordered.text, first.text);
  for (const body of [
    { mode: 'auto', title: 'T', assets: [text('b')] },
    { mode: 'auto', title: 'T', assets: [text('a'), text('a')] },
    { mode: 'auto', title: 'T', assets: [text('a')], unknown: 1 },
  ])
    t.is(code(await create(client, body, key)), '409 idempotency_conflict');
  t.is(await count(userId), 1);
});

test('one key serves both prefixes, but not two users', async (t) => {
  const { client } = await stand.newUser();
  const key = randomUUID();
  const body = { assets: [text('a')] };
  const { body: token } = await client.post('/auth/tokens', { body: { name: 'test' } });
  const first = await create(client, body, key);
  const viaToken = await client.as(token.token).post(`${SDK}/contents`, { body, key });
  const { urgent, expiresAt, ...content } = first.body.content;
  t.deepEqual([urgent, expiresAt], [false, null]);
  t.deepEqual(viaToken.body, { ...first.body, content }, 'each in its own form');
  const again = await create(client, body, key);
  t.is(again.text, first.text);
  const other = await create((await stand.newUser()).client, { assets: [text('z')] }, key);
  t.is(other.status, 201);
  t.not(other.body.content.id, first.body.content.id);
});

test('a refused request releases its key, at whatever step it was refused', async (t) => {
  const { client } = await stand.newUser();
  const key = randomUUID();
  t.is(code(await create(client, { assets: [] }, key)), '400 invalid_request');
  t.is(code(await create(client, { assets: [{ ...png(5), contentType: 'a/b' }] }, key)), '400 invalid_asset');
  const unknown = { mode: 'manual', displayId: randomUUID(), assets: [text('a')] };
  t.is(code(await create(client, unknown, key)), '404 display_not_found');
  t.is(code(await create(client, { assets: [text('a')] }, key)), '201 ok');
});

test('50 parallel calls with one key make one Content; those before its end are refused as in progress', async (t) => {
  const { client, userId } = await stand.newUser();
  const key = randomUUID();
  const responses = await parallel(50, () => create(client, { assets: [text('a'), png(5)] }, key));
  const made = responses.filter(({ status }) => status === 201);
  t.true(made.length >= 1);
  t.is(new Set(made.map((response) => response.text)).size, 1);
  for (const response of responses.filter(({ status }) => status !== 201))
    t.is(code(response), '409 invalid_state');
  t.is(await count(userId), 1);
});

test('a claim whose process died is taken over after its lease, not before', async (t) => {
  const { client, userId } = await stand.newUser();
  const body = { assets: [text('a')] };
  const claim = async (key: string, secondsAgo: number) => {
    await create(client, body, key);
    // As a process leaves it that was killed between its claim and its commit.
    await stand.app.db('library.contents').where({ user_id: userId }).delete();
    await stand.app
      .db('platform.idempotency_keys')
      .where({ key })
      .update({ status: null, response: null, claimed_at: new Date(Date.now() - secondsAgo * 1000) });
  };
  await claim('fresh-claim', 50);
  t.is(code(await create(client, body, 'fresh-claim')), '409 invalid_state');
  await claim('stale-claim', 61);
  const responses = await parallel(10, () => create(client, body, 'stale-claim'));
  t.true(responses.some(({ status }) => status === 201));
  t.is(await count(userId), 1);
});

// Alone: it waits for blocked statements of any connection.
test.serial(
  'a process that continues after its claim was taken over cannot commit a second Content',
  async (t) => {
    const { client, userId } = await stand.newUser();
    const { db } = stand.app;
    const body = { assets: [text('a')] };
    const blocker = await db.transaction();
    await blocker.raw('lock table library.contents in share row exclusive mode');
    const slow = create(client, body, 'slow-claim');
    await untilBlocked(1);
    await db('platform.idempotency_keys')
      .where({ key: 'slow-claim' })
      .update({ claimed_at: new Date(0) });
    const taker = create(client, body, 'slow-claim');
    await untilBlocked(2);
    await blocker.rollback();
    t.is(code(await slow), '409 invalid_state');
    t.is(code(await taker), '201 ok');
    t.is(await count(userId), 1);
    t.is((await create(client, body, 'slow-claim')).text, (await taker).text);
  },
);

async function untilBlocked(statements: number): Promise<void> {
  await until(`${statements} statements that are blocked`, async () => {
    const { rows } = await stand.app.db.raw(
      `select count(*) from pg_locks where not granted and relation = 'library.contents'::regclass`,
    );
    return rows[0].count >= statements;
  });
}

test('after the retention a key can be used again', async (t) => {
  const { client, userId } = await stand.newUser();
  const key = randomUUID();
  await create(client, { assets: [text('a')] }, key);
  await stand.app
    .db('platform.idempotency_keys')
    .where({ key })
    .update({ expires_at: new Date(Date.now() - 1) });
  t.is((await create(client, { assets: [text('b')] }, key)).status, 201);
  t.is(await count(userId), 2);
});
