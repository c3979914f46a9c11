import type { LibraryContext } from '../context.ts';
import { type AssetRef, stagingKey, stagingPrefix } from '../object-keys.ts';

/**
 * Removes uploads of an asset by older tickets, so that at most one upload of it is staged. Ticket ids ascend with
 * time; of concurrent uploads the one of the newest ticket stays. Returns whether bytes of a newer ticket exist.
 */
export async function removeOlderStaged(
  { store }: Pick<LibraryContext, 'store'>,
  { userId, contentId, assetIndex }: AssetRef,
  ticketId: string,
): Promise<boolean> {
  const own = stagingKey(userId, contentId, assetIndex, ticketId);
  const older: string[] = [];
  let newer = false;
  for await (const { key } of store.list(`${stagingPrefix(userId, contentId)}${assetIndex}/`)) {
    if (key < own) older.push(key);
    else if (key > own) newer = true;
  }
  await store.remove(older);
  return newer;
}
