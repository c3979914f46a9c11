import type { PgBoss } from 'pg-boss';
import { systemClock } from '../clock.ts';
import { type RepeatedTask, repeat } from '../repeat.ts';
import type { JobHandler } from './jobs.ts';

const MAX_CHECK_SECONDS = 20;

/**
 * Sends the jobs of handlers that run at intervals. Intervals count from 1970, so that several workers together send one
 * job in each. If `isDue` returns false, nothing is written.
 */
export function sendPeriodically(
  boss: PgBoss,
  handlers: JobHandler[],
  report: (error: Error) => void,
): RepeatedTask {
  const sent = new Map<JobHandler, number>();
  const intervals = handlers.flatMap(({ every }) => (every ? [every.seconds] : []));
  const checkMs = Math.min(MAX_CHECK_SECONDS, ...intervals) * 1000;

  async function send(handler: JobHandler, { seconds, isDue }: NonNullable<JobHandler['every']>) {
    const interval = Math.floor(systemClock.now().getTime() / (seconds * 1000));
    if (sent.get(handler) === interval) return;
    if (!isDue) await boss.send(handler.queue.name, {}, { singletonSeconds: seconds });
    else if (await isDue()) await boss.send(handler.queue.name, {});
    sent.set(handler, interval);
  }

  return repeat(checkMs, report, async () => {
    for (const handler of handlers) if (handler.every) await send(handler, handler.every).catch(report);
    return undefined;
  });
}
