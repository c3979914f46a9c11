import type { PgBoss } from 'pg-boss';
import { type RepeatedTask, repeat } from '../repeat.ts';
import { BOSS_SCHEMA } from './install.ts';

/** Interval of checks, and so the delay of a due retry or of a job whose notification was lost. */
const CHECK_INTERVAL_MS = 1_000;
/**
 * The interval while no job is unfinished or about to start: a new job wakes a worker by a notification, and a lost job
 * may be detected later. Each check costs the worker and Postgres 3 ms together.
 */
const IDLE_CHECK_INTERVAL_MS = 5_000;

/**
 * Short index scans without a write. The supervision of pg-boss updates rows of every queue each time, and each of its
 * workers polls on its own.
 */
const QUEUE_STATES = `
  select queue.name,
    exists (
      select from ${BOSS_SCHEMA}.job_common job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
    ) as waiting,
    exists (
      select from ${BOSS_SCHEMA}.job_common job
      where job.name = queue.name and job.state = 'active' and (
        job.heartbeat_on + job.heartbeat_seconds * interval '1 s' < now()
        or job.started_on + job.expire_seconds * interval '1 s' < now()
      )
    ) as lost,
    exists (
      select from ${BOSS_SCHEMA}.job_common job where job.name = queue.name and job.state < 'active' and job.start_after < now() + $2 * interval '1 ms'
    ) or exists (
      select from ${BOSS_SCHEMA}.job_common job where job.name = queue.name and job.state = 'active'
    ) as unfinished
  from unnest($1::text[]) as queue (name)`;

interface QueueState {
  name: string;
  waiting: boolean;
  lost: boolean;
  unfinished: boolean;
}

/**
 * Checks for jobs that no worker runs, every second, or every five seconds while no job is unfinished or about to start.
 * Due jobs wake the workers of their queue. Jobs whose worker was killed or took too long are assigned again.
 * @param workers ids of the workers of each queue
 */
export function watchQueues(
  boss: PgBoss,
  workers: Map<string, string[]>,
  report: (error: Error) => void,
): RepeatedTask {
  return repeat(CHECK_INTERVAL_MS, report, async () => {
    const { rows } = await boss
      .getDb()
      .executeSql(QUEUE_STATES, [[...workers.keys()], IDLE_CHECK_INTERVAL_MS]);
    const states = rows as QueueState[];
    for (const { name, waiting, lost } of states) {
      if (lost) await boss.supervise(name);
      if (waiting) for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
    }
    return states.some(({ unfinished }) => unfinished) ? CHECK_INTERVAL_MS : IDLE_CHECK_INTERVAL_MS;
  });
}
