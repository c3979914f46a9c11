import test from 'ava';
import { z } from 'zod';
import { addSeconds } from '#shared/clock.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import { AppError } from '#shared/errors.ts';
import { canonicalJson } from '#shared/http/idempotency.ts';
import { idempotentRoute, type Route } from '#shared/http/route.ts';
import { newId } from '#shared/ids.ts';
import { type ApiResponse, createClient } from '#test/support/client.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts';
import { type HeldClock, type HttpStand, holdClock, startHttp } from './http-stand.ts';

const body = z.looseObject({ note: z.string(), hold: z.string().optional(), fail: z.string().optional() });

let database: TestDatabase;
let db: Db;
let stand: HttpStand;
let clock: HeldClock;
/** Handlers that hold stop here until the test lets them go on. */
const held = new Map<string, { reached: () => void; released: Promise<void> }>();

/** Stores a note in the transaction it is given: the effect that must happen once. */
function writeNote(path: string): Route {
  return idempotentRoute(
    {
      method: 'post',
      path,
      summary: 'Write a note.',
      tag: 'test',
      body,
      responses: { 201: { description: 'Written.', schema: z.object({ id: z.string(), note: z.string() }) } },
      errors: { 422: ['refused'] },
    },
    async ({ body: { note, hold, fail } }, trx) => {
      const id = newId();
      await trx('notes').insert({ id, note });
      const gate = hold && held.get(hold);
      if (gate) {
        gate.reached();
        await gate.released;
      }
      if (fail === 'refused') throw new AppError(422, 'refused', 'No.');
      if (fail) throw new Error('a bug');
      return { status: 201, body: { note, id } };
    },
  );
}

function holdAt(name: string): { reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  held.set(name, { reached: reached.resolve, released: released.promise });
  return { reached: reached.promise, release: () => released.resolve() };
}

test.before(async () => {
  database = await createTestDatabase();
  db = openDb(database.url, 'test', 20);
  await db.schema.createTable('notes', (table) => {
    table.uuid('id').primary();
    table.text('note');
  });
  clock = holdClock();
  stand = await startHttp({ routes: [writeNote('/notes'), writeNote('/other-notes')], db, clock });
});
test.after.always(async () => {
  await stand?.close();
  await db?.destroy();
  await database?.drop();
});

const post = (userId: string, key: string | undefined, body: object, path = '/notes', prefix = 'sdk') =>
  createClient(stand, userId).post(`/api/${prefix}/v1${path}`, { key, body });
const count = async (note: string) => (await db('notes').where({ note })).length;
const code = (response: ApiResponse) => `${response.status} ${response.body.error?.code}`;

test('a repeated call gets exactly the same bytes and has no effect', async (t) => {
  const user = newId();
  const first = await post(user, 'key-12345', { note: 'replay', z: 1, a: { y: 1, x: 2 } });
  t.is(first.status, 201);
  const again = await post(user, 'key-12345', { a: { x: 2, y: 1 }, z: 1, note: 'replay' });
  t.is(again.status, 201);
  t.is(again.text, first.text);
  t.not(again.headers.get('x-request-id'), first.headers.get('x-request-id'));
  t.is(
    (await post(user, 'key-12345', { note: 'replay', z: 1, a: { y: 1, x: 2 } }, '/notes', 'app')).text,
    first.text,
  );
  t.is(await count('replay'), 1);
});

test('another body under the same key conflicts', async (t) => {
  const user = newId();
  await post(user, 'key-12345', { note: 'conflict' });
  t.is(code(await post(user, 'key-12345', { note: 'conflict', more: 1 })), '409 idempotency_conflict');
  t.is(code(await post(user, 'key-12345', { note: 'conflict!' })), '409 idempotency_conflict');
  t.is(await count('conflict'), 1);
});

test('keys belong to a user and a route', async (t) => {
  const note = 'scoped';
  await post(newId(), 'key-12345', { note });
  const user = newId();
  t.is((await post(user, 'key-12345', { note })).status, 201);
  t.is((await post(user, 'key-12345', { note }, '/other-notes')).status, 201);
  t.is(await count(note), 3);
});

test('a well-formed key is required', async (t) => {
  const bad = [undefined, '', 'short', 'x'.repeat(129), 'has space', 'tab\there', 'not-asc\u00efi'];
  for (const key of bad) {
    const response = await post(newId(), key, { note: 'no key' });
    t.is(code(response), '400 invalid_request', key);
    t.is(response.body.error.details.fields[0].path, 'Idempotency-Key');
  }
  const both = await post(newId(), undefined, { note: 5 });
  t.deepEqual(
    both.body.error.details.fields.map(({ path }: { path: string }) => path),
    ['note', 'Idempotency-Key'],
    'told beside all else that is wrong',
  );
  for (const key of ['12345678', 'x'.repeat(128), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~'])
    t.is((await post(newId(), key, { note: 'keyed' })).status, 201);
  t.is(await count('no key'), 0);
});

test('while the first call runs, a second is refused as in progress', async (t) => {
  const user = newId();
  const gate = holdAt('in flight');
  const first = post(user, 'key-12345', { note: 'in flight', hold: 'in flight' });
  await gate.reached;
  t.is(code(await post(user, 'key-12345', { note: 'in flight', hold: 'in flight' })), '409 invalid_state');
  t.is(code(await post(user, 'key-12345', { note: 'in flight!' })), '409 idempotency_conflict');
  gate.release();
  const { text } = await first;
  t.is((await post(user, 'key-12345', { note: 'in flight', hold: 'in flight' })).text, text);
  t.is(await count('in flight'), 1);
});

for (const fail of ['refused', 'bug']) {
  test(`a call that fails (${fail}) releases its key and leaves nothing`, async (t) => {
    const user = newId();
    const refused = await post(user, 'key-12345', { note: fail, fail });
    t.is(code(refused), fail === 'refused' ? '422 refused' : '500 internal_error');
    t.is(await count(fail), 0);
    t.is((await post(user, 'key-12345', { note: fail })).status, 201);
    t.is(await count(fail), 1);
  });
}

test('a call that the guard refuses never takes the key', async (t) => {
  const user = newId();
  t.is(code(await post(user, 'key-12345', { note: 5 })), '400 invalid_request');
  t.is((await post(user, 'key-12345', { note: 'guarded' })).status, 201);
});

test('of 50 parallel calls one does the work', async (t) => {
  const user = newId();
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => post(user, 'key-12345', { note: 'parallel' })),
  );
  const made = new Set(responses.filter(({ status }) => status === 201).map(({ text }) => text));
  t.is(made.size, 1);
  for (const response of responses.filter(({ status }) => status !== 201))
    t.is(code(response), '409 invalid_state');
  t.is(await count('parallel'), 1);
});

test('a key is forgotten after a day', async (t) => {
  const own = holdClock();
  const later = await startHttp({ routes: [writeNote('/notes')], db, clock: own });
  t.teardown(() => later.close());
  const client = createClient(later, newId());
  const send = (note: string) => client.post('/api/sdk/v1/notes', { key: 'key-12345', body: { note } });
  await send('a day');
  own.at = addSeconds(own.at, 24 * 3600 - 1);
  t.is(code(await send('a day later')), '409 idempotency_conflict');
  own.at = addSeconds(own.at, 1);
  t.is((await send('a day later')).status, 201);
});

test('a claim whose process seems dead is taken over, and cannot commit afterwards', async (t) => {
  const own = holdClock();
  const slow = await startHttp({ routes: [writeNote('/notes')], db, clock: own });
  t.teardown(() => slow.close());
  const client = createClient(slow, newId());
  const send = () =>
    client.post('/api/sdk/v1/notes', { key: 'key-12345', body: { note: 'fenced', hold: 'fenced' } });
  const gate = holdAt('fenced');
  const first = send();
  await gate.reached;
  own.at = addSeconds(own.at, 59);
  t.is(code(await send()), '409 invalid_state');
  held.delete('fenced'); // the next one is not held
  own.at = addSeconds(own.at, 1);
  const second = await send();
  t.is(second.status, 201);
  gate.release();
  t.is(code(await first), '409 invalid_state');
  t.is(await count('fenced'), 1);
  t.is((await send()).text, second.text);
});

test('the canonical form sorts keys at every level and keeps the order of lists', (t) => {
  t.is(canonicalJson({ b: [{ z: 1, a: null }, 'x'], a: 1.5 }), '{"a":1.5,"b":[{"a":null,"z":1},"x"]}');
  t.not(canonicalJson([1, 2]), canonicalJson([2, 1]));
  t.is(canonicalJson(JSON.parse('{"__proto__":1,"a":2}')), '{"__proto__":1,"a":2}');
});
