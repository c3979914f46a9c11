import { addSeconds } from '#shared/clock.ts';
import type { LibraryContext } from '../context.ts';
import { Preview } from '../models/preview.ts';
import { removePreviewObjects } from './remove-preview-objects.ts';

/** Longer than any request waits. */
const MAX_PREVIEW_AGE_SECONDS = 600;

/** Removes previews, with their objects, whose request ended with its process. */
export async function sweepPreviews({ db, clock, store }: LibraryContext): Promise<void> {
  const createdBefore = addSeconds(clock.now(), -MAX_PREVIEW_AGE_SECONDS);
  const abandoned = await Preview.query(db)
    .delete()
    .where('created_at', '<', createdBefore)
    .returning(['id', 'user_id']);
  for (const preview of abandoned) await removePreviewObjects(store, preview);
}
