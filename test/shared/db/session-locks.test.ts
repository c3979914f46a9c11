import { once } from 'node:events';
import anyTest, { type TestFn } from 'ava';
import { type Db, openDb } from '#shared/db/open.ts';
import { createSessionLocks } from '#shared/db/session-locks.ts';
import { createLog } from '#shared/log.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts';
import { until, within } from '#test/support/until.ts';

const test = anyTest as TestFn<{ database: TestDatabase; db: Db }>;
test.before(async (t) => {
  const database = await createTestDatabase();
  t.context = { database, db: openDb(database.url, 'placard-test', 2) };
});
test.after.always(async (t) => {
  await t.context.db.destroy();
  await t.context.database.drop();
});

const log = createLog('test', 'silent');

test('one session holds each number, which is free again when the session ends', async (t) => {
  const { url } = t.context.database;
  const [one, two] = [1, 2].map(() => createSessionLocks({ url, family: 'held', log }));
  const other = createSessionLocks({ url, family: 'another', log });
  const first = await one?.takeLowest(2);
  t.is(first?.number, 0);
  t.is(await one?.take(0), null);
  t.is(await two?.take(0), null);
  t.is((await other.take(0))?.number, 0);
  t.is((await two?.takeLowest(2))?.number, 1);
  t.is(await two?.takeLowest(2), null);
  await first?.release();
  t.is((await two?.takeLowest(2))?.number, 0);
  await two?.close();
  t.is((await one?.takeLowest(2))?.number, 0);
  await Promise.all([one?.close(), other.close()]);
});

test('a lock outlives its connection, unless another session is quicker', async (t) => {
  const { database, db } = t.context;
  const { url } = database;
  const locks = createSessionLocks({ url, family: 'lost', log });
  const [kept, stolen] = [await locks.take(1), await locks.take(2)];
  const thief = createSessionLocks({ url, family: 'lost', log });
  // Locks of other databases, in which other tests run, are listed too.
  const pids = await db('pg_locks')
    .join('pg_database', 'pg_database.oid', 'pg_locks.database')
    .where({ locktype: 'advisory', objid: 2 })
    .whereRaw('datname = current_database()')
    .pluck('pid');
  const lost = once(stolen?.lost as AbortSignal, 'abort');
  await db.raw('select pg_terminate_backend(?)', [pids[0]]);
  await until('the lock', () => thief.take(2), { everyMs: 0 });
  await within('word of the loss', lost);
  await kept?.confirm();
  t.false(kept?.lost.aborted);
  await t.throwsAsync(async () => stolen?.confirm());
  t.is(await thief.take(1), null);
  await Promise.all([locks.close(), thief.close()]);
});
