import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type Db, openDb } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import { type JobContext, type JobHandler, type Jobs, jobHandler, startJobs } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import { createLog } from '#shared/log.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts';
import { within } from '#test/support/until.ts';

interface Stand {
  database: TestDatabase;
  db: Db;
  start(worker: boolean): Promise<Jobs>;
}

const log = createLog('test', 'silent');

/** A database of its own for each test, since workers take whatever they find. */
async function startStand(t: ExecutionContext): Promise<Stand> {
  const database = await createTestDatabase();
  const db = openDb(database.url, 'test', 5);
  const started: Jobs[] = [];
  t.teardown(async () => {
    for (const jobs of started) await jobs.close();
    await db.destroy();
    await database.drop();
  });
  return {
    database,
    db,
    async start(worker) {
      const jobs = await startJobs({ url: database.url, applicationName: 'test-jobs', log, worker });
      started.push(jobs);
      return jobs;
    },
  };
}

/** Collects what a handler is given; `until` resolves when `count` calls have come. */
function recorder() {
  const calls: { taskId: string; context: JobContext }[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    calls,
    record(taskId: string, context: JobContext) {
      calls.push({ taskId, context });
      for (const { count, resolve } of waiting) if (calls.length >= count) resolve();
    },
    until: (count: number) => {
      const come = new Promise<void>((resolve) => {
        waiting.push({ count, resolve });
        if (calls.length >= count) resolve();
      });
      return within(() => `${count} calls of a handler; ${calls.length} came`, come);
    },
  };
}

test('a job exists exactly if its transaction commits, and starts within a second', async (t) => {
  const { db, start } = await startStand(t);
  const [sender, worker] = [await start(false), await start(true)];
  const { calls, record, until } = recorder();
  await worker.work([
    jobHandler({
      queue: queues.renderTask,
      concurrency: 4,
      handle: async ({ taskId }, context) => record(taskId, context),
    }),
  ]);
  const lost = newId();
  await t.throwsAsync(
    db.transaction(async (trx) => {
      await sender.send(trx, queues.renderTask, { taskId: lost });
      throw new Error('rolled back');
    }),
  );
  const kept = Array.from({ length: 5 }, newId);
  const delays: number[] = [];
  for (const taskId of kept) {
    let committed = 0;
    await db.transaction(async (trx) => {
      await sender.send(trx, queues.renderTask, { taskId });
      const states = await db('pgboss.job')
        .where({ name: queues.renderTask.name })
        .whereNot({ state: 'completed' });
      t.false(
        states.some(({ data }) => data.taskId === taskId),
        'other connections do not see it yet',
      );
      committed = performance.now();
    });
    await until(delays.length + 1);
    delays.push(performance.now() - committed);
  }
  // Of several, because a busy machine may hold up any one of them.
  t.true(Math.min(...delays) < 1_000);
  t.deepEqual(
    calls.map(({ taskId }) => taskId),
    kept,
  );
  t.is(calls[0]?.context.attempt, 1);
  t.false(calls[0]?.context.lastAttempt);
});

test('a job whose handler throws is tried three times, and the handler knows the last attempt', async (t) => {
  const { db, start } = await startStand(t);
  const worker = await start(true);
  const { calls, record, until } = recorder();
  await worker.work([
    jobHandler({
      queue: queues.renderTask,
      concurrency: 2,
      async handle({ taskId }, context) {
        record(taskId, context);
        throw new Error('not yet');
      },
    }),
  ]);
  await worker.send(db, queues.renderTask, { taskId: newId() });
  await until(3);
  t.deepEqual(
    calls.map(({ context: { attempt, lastAttempt } }) => [attempt, lastAttempt]),
    [
      [1, false],
      [2, false],
      [3, true],
    ],
  );
});

test('one failing job of a batch does not fail the others', async (t) => {
  const { db, start } = await startStand(t);
  const worker = await start(true);
  const ids = Array.from({ length: 12 }, newId);
  for (const taskId of ids) await worker.send(db, queues.renderTask, { taskId });
  const { calls, record, until } = recorder();
  await worker.work([
    jobHandler({
      queue: queues.renderTask,
      concurrency: 4,
      async handle({ taskId }, context) {
        if (taskId === ids[5] && context.attempt === 1) throw new Error('only this one');
        record(taskId, context);
      },
    }),
  ]);
  await until(12);
  t.deepEqual(calls.map(({ taskId }) => taskId).sort(), ids);
  t.true(calls.every(({ taskId, context }) => context.attempt === (taskId === ids[5] ? 2 : 1)));
});

test('closing waits for the job under way', async (t) => {
  const { db, database } = await startStand(t);
  const worker = await startJobs({ url: database.url, applicationName: 'closing', log, worker: true });
  const begun = Promise.withResolvers<void>();
  let finished = false;
  await worker.work([
    jobHandler({
      queue: queues.renderTask,
      concurrency: 1,
      async handle() {
        begun.resolve();
        await db.raw('select pg_sleep(0.5)');
        finished = true;
      },
    }),
  ]);
  await worker.send(db, queues.renderTask, { taskId: newId() });
  await begun.promise;
  await worker.close();
  t.true(finished);
  const [job] = await db('pgboss.job').where({ name: queues.renderTask.name });
  t.is(job?.state, 'completed');
});

test('the job of a killed worker is repeated after missing heartbeats', async (t) => {
  const { db, database, start } = await startStand(t);
  const taskId = newId();
  const sender = await start(false);
  await sender.send(db, queues.renderTask, { taskId });

  const child = fork(join(import.meta.dirname, 'worker-child.ts'), [database.url]);
  const [taken] = await within('a child to take a job', once(child, 'message'));
  t.is(taken, taskId);
  child.kill('SIGKILL');
  const killed = performance.now();

  const worker = await start(true);
  const { calls, record, until } = recorder();
  await worker.work([
    jobHandler({
      queue: queues.renderTask,
      concurrency: 1,
      handle: async ({ taskId: again }, context) => record(again, context),
    }),
  ]);
  await until(1);
  const seconds = (performance.now() - killed) / 1000;
  t.log(`came back after ${seconds.toFixed(1)} s`);
  t.is(calls[0]?.taskId, taskId);
  t.is(calls[0]?.context.attempt, 2);
  t.true(seconds < 60, `took ${seconds} s`);
});

test('jobs that were added before the clock was set back run at once', async (t) => {
  const { db, start } = await startStand(t);
  const sender = await start(false);
  const [waiting, begun, later] = [newId(), newId(), newId()];
  for (const taskId of [waiting, begun]) await sender.send(db, queues.renderTask, { taskId });
  const inTwoHours = new Date(Date.now() + 7_200_000);
  await sender.send(db, queues.renderTask, { taskId: later }, { startAfter: inTwoHours });
  // As they are found when the clock was set back by three hours, and a worker was killed then.
  const ahead = new Date(Date.now() + 3 * 3_600_000);
  const jobOf = (taskId: string) => db('pgboss.job').whereRaw(`data ->> 'taskId' = ?`, [taskId]);
  await jobOf(waiting).update({ created_on: ahead, start_after: ahead });
  await jobOf(begun).update({
    ...{ state: 'active', created_on: ahead, start_after: ahead, started_on: ahead, heartbeat_on: ahead },
  });

  const worker = await start(true);
  const { calls, record, until } = recorder();
  await worker.work([
    jobHandler({
      queue: queues.renderTask,
      concurrency: 1,
      handle: async ({ taskId }, context) => record(taskId, context),
    }),
  ]);
  await until(2);
  t.deepEqual(calls.map(({ taskId }) => taskId).toSorted(), [waiting, begun].toSorted());
  const [job] = await jobOf(later);
  t.is(job?.state, 'created', 'not what was sent for a later moment');
});

test('a job that lasts longer than a heartbeat stays with its living worker', async (t) => {
  const { db, start } = await startStand(t);
  const [first, second] = [await start(true), await start(true)];
  const { calls, record } = recorder();
  const done = Promise.withResolvers<void>();
  const handler = jobHandler({
    queue: queues.renderTask,
    concurrency: 1,
    async handle({ taskId }, context) {
      record(taskId, context);
      await db.raw('select pg_sleep(13)'); // beyond the ten seconds of a heartbeat
      done.resolve();
    },
  });
  await first.work([handler]);
  await second.work([handler]);
  await first.send(db, queues.renderTask, { taskId: newId() });
  await done.promise;
  t.is(calls.length, 1);
});

test('an idle worker writes nothing', async (t) => {
  const { db, start } = await startStand(t);
  const worker = await start(true);
  const looks = recorder();
  const handlers = Object.values(queues).map((queue) =>
    jobHandler({ queue, concurrency: 2, async handle() {} }),
  );
  const [tend] = handlers.splice(0, 1);
  await worker.work([
    ...handlers,
    jobHandler({
      ...(tend as JobHandler),
      every: {
        seconds: 1,
        async isDue() {
          looks.record('', {} as JobContext);
          return false;
        },
      },
    }),
  ]);
  const rows = async () => {
    const tables = ['queue', 'version', 'job', 'schedule'].map(
      (table) => `select '${table}' as place, xmin::text, ctid::text from pgboss.${table}`,
    );
    const { rows: found } = await db.raw(tables.join(' union all '));
    return found;
  };
  await looks.until(1);
  const before = await rows();
  await looks.until(4); // seconds
  t.deepEqual(await rows(), before);
});

test('periodic work runs once in each interval, by one of the workers', async (t) => {
  const { db, start } = await startStand(t);
  const { calls, record, until } = recorder();
  let due = false;
  const handler = jobHandler({
    queue: queues.cleanUp,
    concurrency: 1,
    every: { seconds: 1, isDue: async () => due },
    async handle(_, context) {
      due = false;
      record('', context);
    },
  });
  for (const worker of [await start(true), await start(true)]) await worker.work([handler]);
  due = true;
  await until(1);
  t.is(calls.length, 1);
  due = true;
  await until(2);
  const [row] = await db('pgboss.job').where({ name: queues.cleanUp.name }).count<{ count: number }[]>();
  t.true((row?.count ?? 0) <= 3);
});

test('a payload that is not of the queue’s shape never reaches the handler', async (t) => {
  const { db, start } = await startStand(t);
  const worker = await start(true);
  await worker.send(db, queues.renderTask, { taskId: 'no uuid' });
  const good = newId();
  await worker.send(db, queues.renderTask, { taskId: good });
  const { calls, record, until } = recorder();
  await worker.work([
    jobHandler({
      queue: queues.renderTask,
      concurrency: 2,
      handle: async ({ taskId }, context) => record(taskId, context),
    }),
  ]);
  await until(1);
  t.is(calls[0]?.taskId, good);
});
