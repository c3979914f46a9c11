import anyTest, { type TestFn } from 'ava';
import { batchWork } from '#shared/db/batch-work.ts';
import { type Db, openDb, postgresFailure } from '#shared/db/open.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts';

const test = anyTest.serial as TestFn<{ db: Db; database: TestDatabase }>;
test.before(async (t) => {
  const database = await createTestDatabase();
  t.context = { database, db: openDb(database.url, 'placard-test', 2) };
});
test.after.always(async ({ context: { db, database } }) => {
  await db.destroy();
  await database.drop();
});

/** Numbers by their texts, and the sizes of the batches in which Postgres read them. */
function reader(db: Db, max = 100) {
  const sizes: number[] = [];
  const read = batchWork({
    maxItems: max,
    async run(texts: string[]) {
      sizes.push(texts.length);
      const { rows } = await db.raw<{ rows: { number: number }[] }>(
        'select text::int as number from unnest(?::text[]) with ordinality as item (text, place) order by place',
        [texts],
      );
      return rows.map(({ number }) => number);
    },
  });
  return { read, sizes };
}

const texts = (count: number) => Array.from({ length: count }, (_, n) => String(n));

test('requests at the same moment are done in one batch, and each gets its own result', async (t) => {
  const { read, sizes } = reader(t.context.db, 40);
  const responses = await Promise.all(texts(90).map(read));
  t.deepEqual(responses, [...Array(90).keys()]);
  t.deepEqual(sizes, [40, 40, 10]);
});

test('an item that cannot be stored fails alone, and the others of its batch are stored', async (t) => {
  const { read } = reader(t.context.db);
  const keys = texts(50).with(17, 'seventeen').with(31, 'thirty-one');
  const settled = await Promise.allSettled(keys.map(read));
  const failed = settled.flatMap((one, at) => (one.status === 'rejected' ? [at] : []));
  t.deepEqual(failed, [17, 31]);
  t.is(postgresFailure((settled[17] as PromiseRejectedResult).reason).code, '22P02');
  t.is((settled[49] as PromiseFulfilledResult<number>).value, 49);
});

test('when the database fails, every item of the batch fails, and the next batch is tried', async (t) => {
  let away = true;
  const work = batchWork({
    maxItems: 10,
    async run(items: number[]) {
      if (away) await t.context.db.raw('select pg_terminate_backend(pg_backend_pid())');
      return items;
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map(work));
  t.true(settled.every(({ status }) => status === 'rejected'));
  away = false;
  t.deepEqual(await Promise.all([4, 5].map(work)), [4, 5]);
});

test('the number of parallel batches is limited, and later items are collected for the next', async (t) => {
  const sizes: number[] = [];
  const released = Promise.withResolvers<void>();
  const work = batchWork({
    maxItems: 10,
    concurrency: 2,
    async run(items: number[]) {
      sizes.push(items.length);
      await released.promise;
      return items;
    },
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = [work(1), work(2)];
  await turn();
  const second = work(3);
  await turn();
  const gathered = [work(4), work(5), work(6)];
  await turn();
  t.deepEqual(sizes, [2, 1]);
  released.resolve();
  t.deepEqual(await Promise.all([...first, second, ...gathered]), [1, 2, 3, 4, 5, 6]);
  t.deepEqual(sizes, [2, 1, 3]);
});
