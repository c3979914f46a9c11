import { processingUnavailable } from '#shared/errors.ts';
import { outageError } from '#shared/outage.ts';
import { ObjectMissingError, type Promoted } from '#shared/storage/store.ts';
import type { LibraryContext } from '../context.ts';
import type { BinaryItem } from '../models/raw-upload-item.ts';
import { assetsPrefix, parseAssetKey, stagingPrefix } from '../object-keys.ts';

/** Concurrent copies: a confirm of fifty assets must not have fifty files open. */
const MAX_PARALLEL_COPIES = 4;

/**
 * Copies the uploads of these assets (all of one Content) to immutable keys. Changes no row and may be repeated,
 * because the copies are named by their bytes. Returns them by asset index, without assets that have no upload of the
 * declared size.
 * @throws {AppError} `503 processing_unavailable` when the object store fails
 */
export async function promoteUploads(
  { store, log }: Pick<LibraryContext, 'store' | 'log'>,
  items: BinaryItem[],
): Promise<Map<number, Promoted>> {
  const promoted = new Map<number, Promoted>();
  try {
    // Twice, because an upload that another call moves between the two listings is in neither.
    for (let listing = 1; listing <= 2 && promoted.size < items.length; listing++) {
      const missing = items.filter(({ assetIndex }) => !promoted.has(assetIndex));
      for (const [assetIndex, copy] of await promoteVisible(store, missing)) promoted.set(assetIndex, copy);
    }
    return promoted;
  } catch (error) {
    const outage = outageError(error);
    if (outage) throw outage;
    log.error({ err: error, contentId: items[0]?.contentId }, 'uploads could not be copied');
    throw processingUnavailable('The uploads cannot be read at the moment.');
  }
}

async function promoteVisible(
  store: LibraryContext['store'],
  items: BinaryItem[],
): Promise<[number, Promoted][]> {
  const [first] = items;
  if (!first) return [];
  const uploads = await newestUploads(store, stagingPrefix(first.userId, first.contentId), items);
  const waiting = items.filter(({ assetIndex }) => uploads.has(assetIndex));
  const promoted: [number, Promoted][] = [];
  while (waiting.length > 0) {
    await Promise.all(
      waiting.splice(0, MAX_PARALLEL_COPIES).map(async (item) => {
        const copy = await promoteOne(store, uploads.get(item.assetIndex) as string, item);
        if (copy) promoted.push([item.assetIndex, copy]);
      }),
    );
  }
  return promoted;
}

/** The last upload of each asset; an asset has one for each used ticket. */
async function newestUploads(
  store: LibraryContext['store'],
  prefix: string,
  items: BinaryItem[],
): Promise<Map<number, string>> {
  const sizes = new Map(items.map(({ assetIndex, sizeBytes }) => [assetIndex, sizeBytes]));
  const newest = new Map<number, { key: string; modifiedAt: Date }>();
  for await (const { key, sizeBytes, modifiedAt } of store.list(prefix)) {
    const assetIndex = parseAssetKey(key)?.assetIndex;
    if (assetIndex === undefined || sizes.get(assetIndex) !== sizeBytes) continue;
    const known = newest.get(assetIndex);
    if (!known || known.modifiedAt < modifiedAt) newest.set(assetIndex, { key, modifiedAt });
  }
  return new Map([...newest].map(([assetIndex, { key }]) => [assetIndex, key]));
}

async function promoteOne(
  store: LibraryContext['store'],
  stagingKey: string,
  { userId, contentId, assetIndex, contentType, sizeBytes }: BinaryItem,
): Promise<Promoted | null> {
  try {
    const copy = await store.promote(
      stagingKey,
      `${assetsPrefix(userId, contentId)}${assetIndex}`,
      contentType,
    );
    // Overwritten between the check and the copy. No row names the wrong bytes, and the clean-up removes them.
    return copy.sizeBytes === sizeBytes ? copy : null;
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}
