import type { LibraryContext } from '../context.ts';
import { type AssetPlace, stagingKey, stagingPrefix } from './object-keys.ts';

/**
 * Removes what came for an asset by older tickets, so that it never has more bytes staged than one upload. The ids of
 * tickets grow with time: of uploads that race each other, that of the newest ticket stays. Returns whether bytes of a
 * newer ticket are there.
 */
export async function removeOlderStaged(
  { store }: Pick<LibraryContext, 'store'>,
  { userId, contentId, assetIndex }: AssetPlace,
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
