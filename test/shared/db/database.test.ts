import test from 'ava';
import { checkSecret, WrongSecretError } from '#shared/db/installation.ts';
import { type Db, openDb, uniqueViolation } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { createLog } from '#shared/log.ts';
import { migrate, pendingMigrations } from '#shared/migrate.ts';
import { StartError } from '#shared/process.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { until } from '#test/support/until.ts';

const OTHER_SECRET = 'another secret that is long enough to be one';

let database: TestDatabase;
let db: Db;
test.before(async () => {
  database = await createTestDatabase();
  db = openDb(database.url, 'test', 10);
  await db.raw('create table public.accounts (name text constraint accounts_name primary key, sum bigint)');
  await db('accounts').insert([
    { name: 'left', sum: 0 },
    { name: 'right', sum: 0 },
  ]);
});
test.after.always(async () => {
  await db?.destroy();
  await database?.drop();
});

test('ten migrations of an empty database at once take turns', async (t) => {
  const own = await createTestDatabase();
  const ownDb = openDb(own.url, 'test', 2);
  t.teardown(async () => {
    await ownDb.destroy();
    await own.drop();
  });
  const { rows } = await ownDb.raw(
    `select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema|public)' or nspname = 'pgboss'`,
  );
  for (const { name } of rows) await ownDb.raw('drop schema ?? cascade', [name]);
  await ownDb.raw('drop schema public cascade');
  await ownDb.raw('create schema public');
  t.true((await pendingMigrations(ownDb)) >= 4);

  const settings = { DATABASE_URL: own.url, PLACARD_SECRET: TEST_SECRET };
  await Promise.all(Array.from({ length: 10 }, () => migrate(settings)));
  t.is(await pendingMigrations(ownDb), 0);
  await t.notThrowsAsync(checkSecret(ownDb, TEST_SECRET));
  const names = (await ownDb('public.placard_migrations').select('name')).map(({ name }) => name);
  t.is(new Set(names).size, names.length);
  t.truthy(await ownDb('pgboss.queue').where({ name: 'display.render-task' }).first());
});

test('another secret is refused, and changes nothing', async (t) => {
  await t.throwsAsync(checkSecret(db, OTHER_SECRET), { instanceOf: WrongSecretError });
  await t.throwsAsync(migrate({ DATABASE_URL: database.url, PLACARD_SECRET: OTHER_SECRET }), {
    instanceOf: WrongSecretError,
  });
  await t.notThrowsAsync(checkSecret(db, TEST_SECRET));
});

test('a database of a newer version is refused in one sentence', async (t) => {
  const trx = await db.transaction();
  t.teardown(() => trx.rollback());
  await trx('public.placard_migrations').insert({ name: '20990101_0001_future.ts', batch: 99 });
  await t.throwsAsync(pendingMigrations(trx), {
    instanceOf: StartError,
    message: /of a newer Placard \(it has 20990101_0001_future\.ts\): update to that version, or restore/,
  });
});

test('a deadlock victim is run again', async (t) => {
  const meet = barrier(2);
  const move = (from: string, to: string) =>
    inTransaction(db, async (trx) => {
      await trx('accounts').where({ name: from }).increment('sum', 1);
      await meet();
      await trx('accounts').where({ name: to }).increment('sum', 1);
    });
  await Promise.all([move('left', 'right'), move('right', 'left')]);
  t.deepEqual(await db('accounts').orderBy('name'), [
    { name: 'left', sum: 2 },
    { name: 'right', sum: 2 },
  ]);
});

test('any other failure rolls back and is thrown at once', async (t) => {
  let runs = 0;
  const work = inTransaction(db, async (trx) => {
    runs++;
    await trx('accounts').insert({ name: 'gone', sum: 1 });
    throw new Error('no');
  });
  await t.throwsAsync(work, { message: 'no' });
  t.is(runs, 1);
  t.is(await db('accounts').where({ name: 'gone' }).first(), undefined);
});

test('a violated unique constraint is recognised by its name', async (t) => {
  const error = await t.throwsAsync(db('accounts').insert({ name: 'left', sum: 1 }));
  t.is(uniqueViolation(error), 'accounts_name');
  t.is(uniqueViolation(await t.throwsAsync(db.raw('select 1/0'))), null);
  t.is(uniqueViolation(null), null);
});

test('counts and sums are numbers; statements and locks have limits', async (t) => {
  const { rows } = await db.raw(`select count(*) as count, sum(1) as sum, 1.5::numeric as half`);
  t.deepEqual(rows[0], { count: 1, sum: 1, half: 1.5 });
  const limits = await db.raw(
    `select name, setting from pg_settings where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$' order by 1`,
  );
  t.deepEqual(
    limits.rows.map(({ setting }: { setting: string }) => setting),
    ['60000', '10000', '30000'],
  );
});

test('the pool recovers after its connections were ended', async (t) => {
  const own = openDb(database.url, 'healing', 3);
  t.teardown(() => own.destroy());
  await Promise.all(Array.from({ length: 3 }, () => own.raw('select pg_sleep(0.05)')));
  await db.raw(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'healing'`);
  let failures = 0;
  const works = () => own.raw('select 1 as one').catch(() => void failures++);
  await until('the pool to work again', works, { everyMs: 0 });
  // Twice for each connection at most: the last message, and the caller that was handed it before its socket closed.
  t.true(failures <= 6, `${failures} queries failed`);
});

/** Resolves all calls when there are `count` of them. Later calls resolve at once. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return () => {
    if (++here === count) resolve();
    return promise;
  };
}

test('the error of a failed statement has no bound values, which may be secret', async (t) => {
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
  const error = await t.throwsAsync(db.raw('select cast(? as text), 1 / 0', ['hunter2']));
  log.error({ err: error }, 'failed');
  t.true(lines[0]?.includes('division by zero'));
  t.false(lines[0]?.includes('hunter2'));
});

test('a database that cannot be opened is explained in one sentence, with whether a retry may help', async (t) => {
  const absent = new URL(database.url);
  absent.pathname = '/absent';
  for (const [url, transient] of [
    [absent.href, false],
    ['postgres://nobody@127.0.0.1:1/x', true],
  ] as const) {
    const none = openDb(url, 'test', 1);
    const failure = none.raw('select 1').catch(explainUnreachable);
    const refusal = await t.throwsAsync(Promise.resolve(failure), { instanceOf: StartError });
    t.like(refusal, { transient });
    t.regex(refusal.message, /^The database of DATABASE_URL cannot be opened \(.+\): check the address/);
    await none.destroy();
  }
});
