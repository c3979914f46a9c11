import { addSeconds } from '#shared/clock.ts';
import type { LibraryContext } from '../context.ts';
import { Preview } from '../models/preview.ts';
import { removePreviewObjects } from './objects.ts';

/** No request waits for so long. */
const MAX_AGE_SECONDS = 600;

/** Removes previews whose request died with its process, with their objects. */
export async function sweepPreviews({ db, clock, store }: LibraryContext): Promise<void> {
  const before = addSeconds(clock.now(), -MAX_AGE_SECONDS);
  const dead = await Preview.query(db).delete().where('created_at', '<', before).returning(['id', 'user_id']);
  for (const preview of dead) await removePreviewObjects(store, preview);
}
