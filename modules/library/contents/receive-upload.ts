import { inTransaction } from '#shared/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import type { LibraryContext } from '../context.ts';
import { invalidState, ticketEnded } from '../errors.ts';
import { Content } from '../models/content.ts';
import { isBinary, RawUploadItem } from '../models/raw-upload-item.ts';
import { StoredFile } from '../models/stored-file.ts';
import { parseAssetKey, ticketOf } from '../object-keys.ts';
import { promoteUploads } from '../uploads/promote-uploads.ts';
import { recordUploads } from '../uploads/record-uploads.ts';
import { removeOlderStaged } from '../uploads/remove-staged.ts';
import { completeUploads } from './confirm-content.ts';
import { lockContent } from './read-content.ts';

/**
 * Called for every accepted upload with the SHA-256 of its bytes. A Content that is only stored has no confirm: its
 * uploads are recorded at once, and the last one makes it ready. A Content with a mode waits for its confirm, with the
 * bytes of the newest ticket. An upload for a recorded asset changes nothing. If uploads bypass this process (S3) or it
 * dies before this, confirm or an Analysis does the same later.
 * @throws {AppError} `409 invalid_state` for bytes other than the recorded ones; `403 ticket_expired` when the account
 * or the Content has been deleted, in which case nothing of the upload is kept
 */
export async function receiveUpload(
  context: LibraryContext,
  stagingKey: string,
  sha256: string,
): Promise<void> {
  const asset = parseAssetKey(stagingKey);
  if (!asset) return;
  const own = { userId: asset.userId, contentId: asset.contentId };
  const content = await Content.query(context.db).findOne({ id: own.contentId, user_id: own.userId });
  const item = content && (await RawUploadItem.query(context.db).findById([own.contentId, asset.assetIndex]));
  if (!item || !isBinary(item)) {
    await context.store.remove([stagingKey]);
    throw ticketEnded();
  }
  if (item.uploadState === 'uploaded') {
    await context.store.remove([stagingKey]);
    return refuseOtherBytes(context, item, sha256);
  }
  if (content.state !== 'pending') return context.store.remove([stagingKey]);
  if (await removeOlderStaged(context, asset, ticketOf(stagingKey)))
    return context.store.remove([stagingKey]);
  if (content.mode !== null) return;
  const promoted = await promoteUploads(context, [item]);
  await inTransaction(context.db, async (trx) => {
    const view = await lockContent(context, trx, own);
    if (view.content.state !== 'pending') return;
    const items = await recordUploads(context, trx, view, promoted);
    if (items.every(({ uploadState }) => uploadState === 'uploaded'))
      await completeUploads(context, trx, view);
  }).catch((error) => {
    const deleted = error instanceof AppError && error.code === 'content_not_found';
    if (!deleted) throw error; // else it was deleted while the upload came in, and nothing waits for it
  });
}

async function refuseOtherBytes(
  { db }: Pick<LibraryContext, 'db'>,
  { contentId, assetIndex }: Pick<RawUploadItem, 'contentId' | 'assetIndex'>,
  sha256: string,
): Promise<void> {
  const recorded = await StoredFile.query(db).findOne({ content_id: contentId, asset_index: assetIndex });
  if (recorded && recorded.sha256 !== sha256)
    throw invalidState('This asset was uploaded and confirmed already; it cannot change.');
}
