import { addSeconds } from '#shared/clock.ts';
import type { LibraryContext } from '../context.ts';
import { RESUMABLE_SECONDS } from './change-source.ts';

const KEEP_REMOVALS_SECONDS = RESUMABLE_SECONDS + 3600;

/** Deletes what was noted of removals that no reader resumes from any more. */
export async function deleteOldRemovals({ db, clock }: Pick<LibraryContext, 'db' | 'clock'>): Promise<void> {
  await db('platform.removals')
    .where('created_at', '<', addSeconds(clock.now(), -KEEP_REMOVALS_SECONDS))
    .del();
}
