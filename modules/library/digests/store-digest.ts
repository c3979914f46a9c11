import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import { StorageLimitError } from '#shared/storage-full.ts';
import { lockContent } from '../contents/read-content.ts';
import type { LibraryContext } from '../context.ts';
import { ContentBlock } from '../models/content-block.ts';
import type { RawUploadItem } from '../models/raw-upload-item.ts';
import { assetsPrefix } from '../object-keys.ts';
import { indexContent } from '../search/index-content.ts';
import { checkStorageLimit } from '../uploads/check-storage-limit.ts';
import type { AssetDigest } from './asset-digest.ts';

/**
 * Stores the digest of an asset once, and indexes it for search. The picture is stored first, so that a row never
 * refers to a missing object. Returns the stored digest, which may be that of another run.
 * @param reservedBytes bytes that the run reserved for the picture
 * @throws {AppError} `404 content_not_found` when the Content was deleted meanwhile
 * @throws {StorageLimitError} when the picture exceeds both the reservation and the user's storage limit
 */
export async function storeDigest(
  context: LibraryContext,
  { userId, contentId, assetIndex, type }: RawUploadItem,
  { digest, picture }: AssetDigest,
  reservedBytes: number,
): Promise<ContentBlock> {
  const { db, clock, store } = context;
  const key = picture && `${assetsPrefix(userId, contentId)}${assetIndex}/${sha256(picture.bytes)}`;
  if (picture && key) await store.put(key, picture.bytes, picture.contentType);
  const pictureBytes = picture?.bytes.byteLength ?? 0;
  const keep = async (trx: Trx) => {
    const view = await lockContent(context, trx, { userId, contentId });
    const kept = await ContentBlock.query(trx).findById([contentId, assetIndex]);
    if (kept) return kept;
    if (pictureBytes > reservedBytes)
      await checkStorageLimit(context, trx, { userId, bytes: pictureBytes - reservedBytes });
    const { text, ...rest } = digest;
    const row = {
      contentId,
      assetIndex,
      userId,
      title: digest.title,
      text,
      // The text has its own column.
      digest: { ...rest, text: '' },
      pictureId: picture && newId(),
      pictureKey: key,
      pictureType: picture?.contentType ?? null,
      pictureWidth: picture?.width ?? null,
      pictureHeight: picture?.height ?? null,
      pictureBytes,
      createdAt: clock.now(),
    };
    const block = await ContentBlock.query(trx).insert(row).returning('*');
    // The text of a text asset is indexed already.
    if (type !== 'text') {
      const blocks = await ContentBlock.query(trx).where({ content_id: contentId }).orderBy('asset_index');
      await indexContent(trx, view, blocks);
    }
    return block;
  };
  try {
    return await inTransaction(db, keep);
  } catch (error) {
    if (error instanceof StorageLimitError) await removeUnreferenced(context, { contentId, assetIndex, key });
    throw error;
  }
}

/** Another run may have stored the same picture. */
async function removeUnreferenced(
  { db, store }: LibraryContext,
  { contentId, assetIndex, key }: { contentId: string; assetIndex: number; key: string | null },
): Promise<void> {
  const kept = await ContentBlock.query(db).findById([contentId, assetIndex]).select('picture_key');
  if (key && kept?.pictureKey !== key) await store.remove([key]);
}
