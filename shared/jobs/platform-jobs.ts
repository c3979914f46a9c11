import type { Services } from '../services.ts';
import type { ObjectStore } from '../storage/store.ts';
import { type JobHandler, jobHandler } from './jobs.ts';
import { queues } from './queues.ts';

export interface PlatformJobsOptions extends Pick<Services, 'db' | 'clock' | 'log'> {
  store: ObjectStore;
  /** The hourly clean-up of each module. */
  cleanUps: (() => Promise<void>)[];
}

const REMOVE_BATCH = 500;

/** Jobs that belong to no module: removing stored objects, and the hourly clean-up. */
export function platformJobs({ db, clock, store, log, cleanUps }: PlatformJobsOptions): JobHandler[] {
  return [
    jobHandler({
      queue: queues.removeObjects,
      concurrency: 2,
      async handle({ prefix, before }) {
        const until = before === undefined ? null : new Date(before);
        const batch: string[] = [];
        for await (const { key, modifiedAt } of store.list(prefix)) {
          if (until && modifiedAt > until) continue;
          batch.push(key);
          if (batch.length === REMOVE_BATCH) await store.remove(batch.splice(0));
        }
        await store.remove(batch);
      },
    }),
    jobHandler({
      queue: queues.cleanUp,
      concurrency: 1,
      every: { seconds: 3600 },
      async handle() {
        const now = clock.now();
        await db('platform.idempotency_keys').where('expires_at', '<', now).delete();
        await db('platform.rate_limits').where('expires_at', '<', now).delete();
        await store.cleanUp();
        for (const clean of cleanUps) await clean();
        log.info('clean-up done');
      },
    }),
  ];
}
