import { fromKnex, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Queryable } from '../db/open.ts';
import { type Log, withLogContext } from '../log.ts';
import { seldom } from '../seldom.ts';
import { BOSS_SCHEMA } from './install.ts';
import type { Payload, QueueSpec } from './queues.ts';

/** What a handler is told beside its payload. `attempt` counts from 1. */
export interface JobContext {
  jobId: string;
  attempt: number;
  /** No further attempt follows when this one fails. */
  lastAttempt: boolean;
}

export interface JobHandler<Q extends QueueSpec = QueueSpec> {
  queue: Q;
  /** Jobs of this queue that one process works on at a time. */
  concurrency: number;
  /** A slow job holds up no other: they are fetched two by two instead of in one batch. */
  apart?: boolean;
  /** May run twice for one job, so it must do its work once. */
  handle(payload: Payload<Q>, context: JobContext): Promise<void>;
}

export function jobHandler<Q extends QueueSpec>(handler: JobHandler<Q>): JobHandler {
  return handler as unknown as JobHandler;
}

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists exactly when the transaction commits. */
  send<Q extends QueueSpec>(trx: Queryable, queue: Q, payload: Payload<Q>): Promise<void>;
  /** Starts working on the handlers' queues. */
  work(handlers: JobHandler[]): Promise<void>;
  /** Finishes what is under way, then closes. */
  close(): Promise<void>;
}

export interface JobsOptions {
  url: string;
  applicationName: string;
  log: Log;
  /** A worker supervises the queues and runs schedules; other processes only send. */
  worker: boolean;
}

/** pg-boss behind the two things the house needs of it: send within a transaction, and work. */
export async function startJobs({ url, applicationName, log, worker }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: applicationName,
    schema: BOSS_SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: worker,
    schedule: worker,
    useListenNotify: worker,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    max: worker ? 4 : 1,
  });
  const complain = seldom((err, times) => log.error({ err, times }, 'job queue error'));
  boss.on('error', complain);
  await boss.start();

  return {
    async send(trx, queue, payload) {
      await boss.send(queue.name, payload, { db: fromKnex(trx) });
    },
    async work(handlers) {
      for (const handler of handlers) await workOn(boss, handler, log);
    },
    async close() {
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/**
 * Batches, because pg-boss fetches once per notification or second: with batches of one, a burst would be worked
 * off at a job a second. The jobs of a batch run side by side and are settled one by one.
 */
async function workOn(boss: PgBoss, handler: JobHandler, log: Log): Promise<void> {
  const apart = handler.apart ?? false;
  const options = {
    batchSize: apart ? 2 : handler.concurrency,
    localConcurrency: apart ? Math.ceil(handler.concurrency / 2) : 1,
    burstWhenBatchFull: apart || handler.concurrency > 1,
    notifyPollingIntervalSeconds: 1,
    pollingIntervalSeconds: 1,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  await boss.work(handler.queue.name, options, (jobs) =>
    Promise.all(jobs.map((job) => runJob(handler, job, log))),
  );
}

async function runJob(handler: JobHandler, job: JobWithMetadata<unknown>, log: Log) {
  const lastAttempt = job.retryCount >= job.retryLimit;
  return withLogContext({ job: job.name, jobId: job.id }, async () => {
    try {
      const payload = handler.queue.payload.parse(job.data);
      await handler.handle(payload, { jobId: job.id, attempt: job.retryCount + 1, lastAttempt });
      return { id: job.id, status: 'completed' as const };
    } catch (error) {
      log.error({ err: error, attempt: job.retryCount + 1, lastAttempt }, 'job failed');
      return { id: job.id, status: 'failed' as const, output: { message: (error as Error).message } };
    }
  });
}
