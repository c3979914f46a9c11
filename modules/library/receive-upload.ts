import { inTransaction } from '#shared/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import { completeUploads } from './confirm-content.ts';
import type { LibraryContext } from './context.ts';
import { Content } from './models/content.ts';
import { isBinary, RawUploadItem } from './models/raw-upload-item.ts';
import { parseAssetKey } from './object-keys.ts';
import { promoteUploads } from './promote-uploads.ts';
import { lockContent } from './read-content.ts';
import { recordUploads } from './record-uploads.ts';

/**
 * Told of every accepted upload. Contents that are stored only have nobody to confirm them: theirs are kept at once,
 * and the last one makes them ready. Those with a mode wait for their confirm. Where uploads go past this process
 * (S3), or it dies before this, confirm or an Analysis does the same later.
 */
export async function receiveUpload(context: LibraryContext, stagingKey: string): Promise<void> {
  const place = parseAssetKey(stagingKey);
  if (!place) return;
  const own = { userId: place.userId, contentId: place.contentId };
  const content = await Content.query(context.db).findOne({ id: own.contentId, user_id: own.userId });
  if (content?.mode !== null || content.state !== 'pending') return;
  const item = await RawUploadItem.query(context.db).findById([own.contentId, place.assetIndex]);
  if (!item || !isBinary(item) || item.uploadState === 'uploaded') return;
  const promoted = await promoteUploads(context, [item]);
  await inTransaction(context.db, async (trx) => {
    const view = await lockContent(context, trx, own);
    if (view.content.state !== 'pending') return;
    const items = await recordUploads(context, trx, view, promoted);
    if (items.every(({ uploadState }) => uploadState === 'uploaded'))
      await completeUploads(context, trx, view);
  }).catch((error) => {
    const deleted = error instanceof AppError && error.code === 'content_not_found';
    if (!deleted) throw error; // else it was deleted while the upload came in, and nobody waits for it
  });
}
