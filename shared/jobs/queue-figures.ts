import { BOSS_SCHEMA } from './install.ts';

export interface QueueFigures {
  queue: string;
  /** Jobs not started, whether due or not, retries included. */
  waiting: number;
  active: number;
  /** Jobs that failed on the last attempt, within the hour for which ended jobs are kept. */
  failed: number;
  /** Age of the oldest job that is due and waits; 0 without one. */
  oldestSeconds: number;
}

/** The figures of each queue, empty ones included. */
export async function readQueueFigures(
  query: (sql: string) => Promise<{ rows: QueueFigures[] }>,
): Promise<QueueFigures[]> {
  const { rows } = await query(`
    select queue.name as queue,
      count(*) filter (where job.state < 'active')::integer as waiting,
      count(*) filter (where job.state = 'active')::integer as active,
      count(*) filter (where job.state = 'failed')::integer as failed,
      coalesce(extract(epoch from now() - min(job.start_after)
        filter (where job.state < 'active' and not job.blocked and job.start_after <= now())), 0)::float8 as "oldestSeconds"
    from ${BOSS_SCHEMA}.queue queue
    left join ${BOSS_SCHEMA}.job job on job.name = queue.name and job.state not in ('completed', 'cancelled')
    where queue.name not like '\\_\\_%'
    group by queue.name order by queue.name`);
  return rows;
}
