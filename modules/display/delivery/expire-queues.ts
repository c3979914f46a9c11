import { addSeconds } from '#shared/clock.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations, queuedBefore } from './expire-presentations.ts';

/** Expires every queue entry past `QUEUE_MAX_AGE_HOURS`, those of panels that are away included. */
export async function expireQueues({ db, clock, config }: DisplayContext): Promise<number> {
  const now = clock.now();
  const oldest = addSeconds(now, -config.QUEUE_MAX_AGE_HOURS * 3600);
  return expirePresentations(db, now, ['queued'], (query) => queuedBefore(query, oldest));
}
