import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import { isUuid } from '#shared/ids.ts';
import type { LibraryContext } from '../context.ts';
import { Content } from '../models/content.ts';
import { ContentBlock } from '../models/content-block.ts';
import { StoredFile } from '../models/stored-file.ts';
import { isPreviewKey, parseAssetKey } from '../object-keys.ts';

const MIN_ORPHAN_AGE_SECONDS = DAY_SECONDS;
const MAX_OBJECTS_PER_BATCH = 500;

interface ListedObject {
  key: string;
  contentId: string;
}

/**
 * Removes uploads and copies that no row refers to: recorded uploads, copies of a failed confirm, uploads after a deletion,
 * and old previews. A pending Content may still use its uploads, so its objects stay until it is confirmed or expires.
 */
export async function removeOrphans(context: LibraryContext): Promise<void> {
  const orphanBefore = addSeconds(context.clock.now(), -MIN_ORPHAN_AGE_SECONDS);
  const batch: ListedObject[] = [];
  for (const prefix of ['staging/', 'users/']) {
    for await (const { key, modifiedAt } of context.store.list(prefix)) {
      if (modifiedAt >= orphanBefore) continue;
      if (isPreviewKey(key)) await context.store.remove([key]);
      const asset = parseAssetKey(key);
      if (!asset) continue;
      batch.push({ key, contentId: asset.contentId });
      if (batch.length === MAX_OBJECTS_PER_BATCH) await removeUnreferenced(context, batch.splice(0));
    }
  }
  await removeUnreferenced(context, batch);
}

/** A Content that becomes pending again uses only new objects, which are not examined here for a day. */
async function removeUnreferenced({ db, store }: LibraryContext, found: ListedObject[]): Promise<void> {
  if (found.length === 0) return;
  const ids = [...new Set(found.map(({ contentId }) => contentId))].filter(isUuid);
  const pending = await Content.query(db).select('id').whereIn('id', ids).where({ state: 'pending' });
  const open = new Set(pending.map(({ id }) => id));
  const keys = found.filter(({ contentId }) => !open.has(contentId)).map(({ key }) => key);
  const files = await StoredFile.query(db).select('key').whereIn('key', keys);
  const pictures = await ContentBlock.query(db).select('picture_key').whereIn('picture_key', keys);
  const kept = new Set([...files.map(({ key }) => key), ...pictures.map(({ pictureKey }) => pictureKey)]);
  await store.remove(keys.filter((key) => !kept.has(key)));
}
