import type { ObjectStore } from '#shared/storage/store.ts';

/** The key prefix of a user's previews. */
export function previewsPrefix(userId: string): string {
  return `users/${userId}/previews/`;
}

/** The key prefix of one preview. Ends in a slash, so that it matches no other id. */
export function previewPrefix({ userId, id }: { userId: string; id: string }): string {
  return `${previewsPrefix(userId)}${id}/`;
}

const PREVIEW_KEY = /^users\/[^/]+\/previews\//;

export function isPreviewKey(key: string): boolean {
  return PREVIEW_KEY.test(key);
}

/** Removes every object of a preview. */
export async function removePreviewObjects(
  store: Pick<ObjectStore, 'list' | 'remove'>,
  preview: { userId: string; id: string },
): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of store.list(previewPrefix(preview))) keys.push(key);
  await store.remove(keys);
}
