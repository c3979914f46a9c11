import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { Promoted } from '#shared/storage/store.ts';
import type { LibraryContext } from '../context.ts';
import type { ContentView } from '../models/content-view.ts';
import { type BinaryItem, isBinary, RawUploadItem } from '../models/raw-upload-item.ts';
import { StoredFile } from '../models/stored-file.ts';

/**
 * Records copied uploads of a locked Content. A recorded copy of an asset is not replaced. Returns the assets after the
 * change.
 */
export async function recordUploads(
  { clock }: Pick<LibraryContext, 'clock'>,
  trx: Trx,
  { content, items }: ContentView,
  promoted: Map<number, Promoted>,
): Promise<RawUploadItem[]> {
  const arrived = items
    .filter(isBinary)
    .filter(({ assetIndex, uploadState }) => uploadState !== 'uploaded' && promoted.has(assetIndex));
  if (arrived.length === 0) return items;
  const file = (item: BinaryItem, { key, sha256, sizeBytes }: Promoted) => ({
    id: newId(),
    userId: content.userId,
    contentId: content.id,
    assetIndex: item.assetIndex,
    key,
    sha256,
    sizeBytes,
    contentType: item.contentType,
    createdAt: clock.now(),
  });
  const files = arrived.map((item) => file(item, promoted.get(item.assetIndex) as Promoted));
  await StoredFile.query(trx).insert(files);
  await setUploadState(trx, arrived, 'uploaded');
  return items;
}

/** Changes the rows and the given objects in memory. */
export async function setUploadState(
  trx: Trx,
  items: RawUploadItem[],
  uploadState: RawUploadItem['uploadState'],
): Promise<void> {
  const [first] = items;
  if (!first) return;
  const indexes = items.map(({ assetIndex }) => assetIndex);
  await RawUploadItem.query(trx)
    .where({ content_id: first.contentId })
    .whereIn('asset_index', indexes)
    .patch({ uploadState });
  for (const item of items) item.uploadState = uploadState;
}
