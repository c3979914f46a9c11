import type { ObjectStore } from '#shared/storage/store.ts';
import { previewPrefix } from '../object-keys.ts';

/** Removes every object of a preview. */
export async function removePreviewObjects(
  store: Pick<ObjectStore, 'list' | 'remove'>,
  preview: { userId: string; id: string },
): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of store.list(previewPrefix(preview))) keys.push(key);
  await store.remove(keys);
}
