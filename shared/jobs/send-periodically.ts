import type { PgBoss } from 'pg-boss';
import { systemClock } from '../clock.ts';
import { type RepeatedTask, repeat } from '../repeat.ts';
import type { QueueSpec } from './queues.ts';

const MAX_CHECK_SECONDS = 20;

export interface PeriodicJob {
  queue: QueueSpec;
  /**
   * A worker sends a job in each interval, or in each interval in which `isDue` returns true. At most one job waits or runs
   * at a time: the queue's policy is `exclusive`.
   */
  every?: { seconds: number; isDue?: () => Promise<boolean> };
}

/**
 * Sends the jobs that run at intervals. Intervals count from 1970, so that several workers together send one
 * job in each. If `isDue` returns false, nothing is written.
 */
export function sendPeriodically(
  boss: PgBoss,
  jobs: PeriodicJob[],
  report: (error: Error) => void,
): RepeatedTask {
  const sent = new Map<PeriodicJob, number>();
  const intervals = jobs.flatMap(({ every }) => (every ? [every.seconds] : []));
  const checkMs = Math.min(MAX_CHECK_SECONDS, ...intervals) * 1000;

  async function send(job: PeriodicJob, { seconds, isDue }: NonNullable<PeriodicJob['every']>) {
    const interval = Math.floor(systemClock.now().getTime() / (seconds * 1000));
    if (sent.get(job) === interval) return;
    if (!isDue) await boss.send(job.queue.name, {}, { singletonSeconds: seconds });
    else if (await isDue()) await boss.send(job.queue.name, {});
    sent.set(job, interval);
  }

  return repeat(checkMs, report, async () => {
    for (const job of jobs) if (job.every) await send(job, job.every).catch(report);
    return undefined;
  });
}
