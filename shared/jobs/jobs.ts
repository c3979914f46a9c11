import type { Histogram } from '@prometheus-io/client';
import { fromKnex, type JobWithMetadata, PgBoss } from 'pg-boss';
import { systemClock } from '../clock.ts';
import { watchClock } from '../clock-changes.ts';
import type { Queryable } from '../db/open.ts';
import { type Log, withLogContext } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { outageError } from '../outage.ts';
import { outageReporter, type ReportOutage } from '../outage-reporter.ts';
import type { RepeatedTask } from '../repeat.ts';
import { throttledReporter } from '../throttled-reporter.ts';
import { correctTimes } from './correct-times.ts';
import { BOSS_SCHEMA } from './install.ts';
import type { Payload, QueueSpec } from './queues.ts';
import { type PeriodicJob, sendPeriodically } from './send-periodically.ts';
import { watchQueues } from './watch-queues.ts';

/** Passed to a handler with the payload. `attempt` counts from 1. */
export interface JobContext {
  jobId: string;
  attempt: number;
  /** No attempt follows if this one fails. */
  lastAttempt: boolean;
}

export interface JobHandler<Q extends QueueSpec = QueueSpec> extends PeriodicJob {
  queue: Q;
  /** Jobs of this queue that one process works on at a time. */
  concurrency: number;
  /** Jobs are fetched in pairs instead of one batch, so that a slow job delays at most one other. */
  independent?: boolean;
  /** May run twice for one job, so it must be idempotent. */
  handle(payload: Payload<Q>, context: JobContext): Promise<void>;
}

export function jobHandler<Q extends QueueSpec>(handler: JobHandler<Q>): JobHandler {
  return handler as unknown as JobHandler;
}

export interface Jobs {
  /**
   * Enqueues in the caller's transaction: the job exists exactly when the transaction commits. With `startAfter` it
   * starts at most two seconds after that moment.
   */
  send<Q extends QueueSpec>(
    trx: Queryable,
    queue: Q,
    payload: Payload<Q>,
    options?: { startAfter: Date },
  ): Promise<void>;
  /** Starts working on the handlers' queues. */
  work(handlers: JobHandler[]): Promise<void>;
  /** Removes jobs that ended long ago. */
  removeFinished(): Promise<void>;
  /** Finishes running jobs, then closes. */
  close(): Promise<void>;
}

export interface JobsOptions {
  url: string;
  applicationName: string;
  log: Log;
  metrics?: Metrics;
  /** A worker is woken by jobs that are sent; other processes only send. */
  worker: boolean;
}

/** Interval of the checks whether the clock was set. */
const CLOCK_CHECK_MS = 1_000;
/** Polling without and with notifications. `watchQueues` checks all queues at once, so workers need not poll. */
const POLLING_SECONDS = { pollingIntervalSeconds: 10, notifyPollingIntervalSeconds: 3600 };

/**
 * Wraps what modules use of pg-boss: sending in a transaction, and working. Its own supervision and schedules are off,
 * because they write several rows a second at rest. `watchQueues` starts the supervision when a job is lost.
 */
export async function startJobs({ url, applicationName, log, metrics, worker }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: applicationName,
    schema: BOSS_SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    useListenNotify: worker,
    monitorIntervalSeconds: 1, // how soon after one supervision the next may follow
    maintenanceIntervalSeconds: 60,
    queueCacheIntervalSeconds: 3600, // queues change with migrations only
    max: worker ? 4 : 1,
  });
  const reportError = throttledReporter((err, times) => log.error({ err, times }, 'job queue error'));
  const reportOutage = outageReporter(log);
  boss.on('error', reportError);
  await boss.start();
  const repeated: RepeatedTask[] = [];
  let endClockWatch = () => {};
  const seconds = metrics?.histogram('job_seconds', 'Time that one attempt at a job took.', [
    'queue',
    'outcome',
  ]);

  return {
    async send(trx, queue, payload, options) {
      await boss.send(queue.name, payload, { ...options, db: fromKnex(trx) });
    },
    async work(handlers) {
      const correct = () => correctTimes(boss).catch(reportError);
      await correct(); // the clock may have been set while no worker ran
      endClockWatch = watchClock(systemClock, CLOCK_CHECK_MS, correct);
      const workers = new Map<string, string[]>();
      for (const handler of handlers)
        workers.set(handler.queue.name, await workOn(boss, handler, { log, reportOutage, seconds }));
      repeated.push(watchQueues(boss, workers, reportError), sendPeriodically(boss, handlers, reportError));
    },
    removeFinished: () => boss.supervise(),
    async close() {
      endClockWatch();
      await Promise.all(repeated.map((one) => one.stop()));
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/**
 * Fetches jobs in batches, because pg-boss fetches once per notification or second: with batches of one, a burst would be
 * processed at one job a second. The jobs of a batch run concurrently and are settled one by one. Returns the workers' ids.
 */
async function workOn(boss: PgBoss, handler: JobHandler, deps: RunDeps): Promise<string[]> {
  const isIndependent = handler.independent ?? false;
  const options = {
    batchSize: isIndependent ? 2 : handler.concurrency,
    burstWhenBatchFull: isIndependent || handler.concurrency > 1,
    ...POLLING_SECONDS,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  const workers: string[] = [];
  for (let n = 0; n < (isIndependent ? Math.ceil(handler.concurrency / 2) : 1); n++) {
    const id = await boss.work(handler.queue.name, options, (jobs) =>
      Promise.all(jobs.map((job) => runJob(handler, job, deps))),
    );
    workers.push(id);
  }
  return workers;
}

interface RunDeps {
  log: Log;
  reportOutage: ReportOutage;
  seconds: Histogram<'queue' | 'outcome'> | undefined;
}

async function runJob(
  handler: JobHandler,
  job: JobWithMetadata<unknown>,
  { log, reportOutage, seconds }: RunDeps,
) {
  const lastAttempt = job.retryCount >= job.retryLimit;
  const stop = seconds?.startTimer({ queue: job.name });
  return withLogContext({ job: job.name, jobId: job.id }, async () => {
    try {
      const payload = handler.queue.payload.parse(job.data);
      await handler.handle(payload, { jobId: job.id, attempt: job.retryCount + 1, lastAttempt });
      stop?.({ outcome: 'completed' });
      return { id: job.id, status: 'completed' as const };
    } catch (error) {
      stop?.({ outcome: 'failed' });
      const outage = lastAttempt ? null : outageError(error);
      if (outage) reportOutage(outage);
      else log.error({ err: error, attempt: job.retryCount + 1, lastAttempt }, 'job failed');
      return { id: job.id, status: 'failed' as const, output: { message: (error as Error).message } };
    }
  });
}
