import type { AuthorisedDisplay } from '#modules/display';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { LibraryContext } from '../context.ts';
import type { ContentView } from '../models/content-view.ts';
import { missingUploads } from '../models/raw-upload-item.ts';
import { checkStorageLimit } from '../uploads/check-storage-limit.ts';
import { promoteUploads } from '../uploads/promote-uploads.ts';
import { recordUploads, setUploadState } from '../uploads/record-uploads.ts';
import { changeContent } from './change-content.ts';
import { lockContent, type OwnContent, readContent } from './read-content.ts';
import { processingBytes, startProcessing } from './start-processing.ts';
import { storeRefusedContent } from './store-refused-content.ts';

/**
 * Checks that every binary asset has arrived, and then starts processing. Bytes are copied before the transaction and
 * may be copied again; the locked row decides which of parallel calls starts processing. A Content that is no longer
 * pending is returned unchanged. If the plan does not allow it, it stays pending and can be confirmed later.
 * @throws {AppError} `404 content_not_found`; `402`, `403`, `429` of the plan; `503` when the object store fails or the
 * user's storage is used up
 */
export async function confirmContent(context: LibraryContext, own: OwnContent): Promise<ContentView> {
  const seen = await readContent(context.db, own);
  if (seen.content.state !== 'pending') return seen;
  const promoted = await promoteUploads(context, missingUploads(seen.items));
  return inTransaction(context.db, async (trx) => {
    const view = await lockContent(context, trx, own);
    if (view.content.state !== 'pending') return view;
    await recordUploads(context, trx, view, promoted);
    const absent = missingUploads(view.items);
    await setUploadState(trx, absent, 'failed');
    if (absent.length > 0) return changeContent(context, trx, view, { uploadStatus: 'partial' });
    await checkStorageLimit(context, trx, { userId: own.userId, bytes: processingBytes(view) });
    return completeUploads(context, trx, view);
  }).catch(async (error) => {
    await storeRefusedContent(context, own, error);
    throw error;
  });
}

/**
 * Completes a locked Content once all of its bytes have arrived: starts processing, unless it has no mode.
 * @param display the result of `authoriseDisplay` in this transaction, if it was called
 */
export async function completeUploads(
  context: LibraryContext,
  trx: Trx,
  view: ContentView,
  display?: AuthorisedDisplay | null,
): Promise<ContentView> {
  if (view.content.mode !== null) return startProcessing(context, trx, view, display);
  return changeContent(context, trx, view, { uploadStatus: 'complete', state: 'ready' });
}
