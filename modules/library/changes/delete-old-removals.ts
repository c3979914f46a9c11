import { addSeconds } from '#shared/clock.ts';
import type { LibraryContext } from '../context.ts';
import { RESUMABLE_SECONDS } from './change-source.ts';

const KEEP_REMOVALS_SECONDS = RESUMABLE_SECONDS + 3600;

/** Deletes removals from which no reader can resume any more. */
export async function deleteOldRemovals({ db, clock }: Pick<LibraryContext, 'db' | 'clock'>): Promise<void> {
  await db('platform.removals')
    .where('created_at', '<', addSeconds(clock.now(), -KEEP_REMOVALS_SECONDS))
    .del();
}
