import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { addSeconds, systemClock } from '#shared/clock.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { JobContext } from '#shared/jobs/jobs.ts';
import { platformJobs } from '#shared/jobs/platform-jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import { createKeys, sha256 } from '#shared/keys.ts';
import { createLog } from '#shared/log.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

let database: TestDatabase;
let db: Db;
let folder: string;
let store: ObjectStore;
test.before(async () => {
  database = await createTestDatabase();
  db = openDb(database.url, 'test', 3);
  folder = await mkdtemp(join(tmpdir(), 'placard-store-'));
  const config = { STORAGE_URL: `file:${folder}`, PUBLIC_URL: 'http://unused' };
  const keys = createKeys(TEST_SECRET);
  ({ store } = await createObjectStore({ config, keys, clock: systemClock, onUploaded: async () => {} }));
});
test.after.always(async () => {
  await db?.destroy();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

function handlerOf(queue: { name: string }, cleanUps: (() => Promise<void>)[] = []) {
  const log = createLog('test', 'silent');
  const handler = platformJobs({ db, clock: systemClock, store, log, cleanUps }).find(
    (one) => one.queue.name === queue.name,
  );
  return (payload: object) => handler?.handle(payload as never, {} as JobContext);
}

test('removing a prefix removes all of its objects and no others, and may be repeated', async (t) => {
  const put = async (owner: string, text: string) => {
    const key = `users/${owner}/frames/${sha256(text)}`;
    await store.put(key, Buffer.from(text), 'image/png');
    return key;
  };
  for (let i = 0; i < 30; i++) await put('gone', String(i));
  const kept = await put('gone2', 'kept'); // its name begins alike
  const remove = handlerOf(queues.removeObjects);
  await remove({ prefix: 'users/gone/' });
  await remove({ prefix: 'users/gone/' });
  const left: string[] = [];
  for await (const { key } of store.list('users/')) left.push(key);
  t.deepEqual(left, [kept]);
});

test('the hourly clean-up removes what has expired, keeps the rest, and asks every module', async (t) => {
  const now = systemClock.now();
  const [past, future] = [addSeconds(now, -60), addSeconds(now, 60)];
  for (const [key, expires_at] of [
    ['old', past],
    ['new', future],
  ] as const) {
    const row = {
      user_id: newId(),
      route: 'POST /x',
      key,
      fingerprint: 'x',
      fence: newId(),
      claimed_at: past,
    };
    await db('platform.idempotency_keys').insert({ ...row, expires_at });
    await db('platform.rate_limits').insert({ key, window_start: past, previous: 0, current: 1, expires_at });
  }
  const cleaned: string[] = [];
  const cleanUps = ['one', 'two'].map((name) => async () => void cleaned.push(name));
  await handlerOf(queues.cleanUp, cleanUps)({});
  t.deepEqual(await db('platform.idempotency_keys').pluck('key'), ['new']);
  t.deepEqual(await db('platform.rate_limits').pluck('key'), ['new']);
  t.deepEqual(cleaned, ['one', 'two']);
});
