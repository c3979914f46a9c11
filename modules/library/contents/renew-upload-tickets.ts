import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { type FieldProblem, invalidRequest } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { LibraryContext } from '../context.ts';
import { invalidState } from '../errors.ts';
import type { Content } from '../models/content.ts';
import type { ContentView } from '../models/content-view.ts';
import { type BinaryItem, isBinary, missingUploads, RawUploadItem } from '../models/raw-upload-item.ts';
import type { UploadTicketDto } from '../schemas.ts';
import { checkStorageLimit } from '../uploads/check-storage-limit.ts';
import { UPLOAD_EXPIRED } from '../uploads/expire-uploads.ts';
import { issueTickets } from '../uploads/issue-tickets.ts';
import { setUploadState } from '../uploads/record-uploads.ts';
import { removeOlderStaged } from '../uploads/remove-staged.ts';
import { changeContent } from './change-content.ts';
import { lockContent, type OwnContent } from './read-content.ts';

/**
 * New tickets for binary assets of a Content whose processing has not started. They postpone the expiry of the
 * unconfirmed upload; bytes of older tickets are removed. A Content whose upload expired becomes pending again. An
 * asset that has arrived gets a ticket too, so that a client that missed the response can send the same bytes again.
 * @throws {AppError} 404; `400` for an index without upload; `409 invalid_state` once processing has started; `503`
 * when the user's storage is used up
 */
export async function renewUploadTickets(
  context: LibraryContext,
  { assetIndexes, ...own }: OwnContent & { assetIndexes: number[] },
): Promise<{ view: ContentView; tickets: UploadTicketDto[] }> {
  const { view, wanted } = await inTransaction(context.db, async (trx) => {
    const locked = await lockContent(context, trx, own);
    const wanted = wantedItems(locked, assetIndexes);
    if (hasStarted(locked.content)) throw invalidState('Processing of this content has started.');
    return { view: await reopen(context, trx, locked), wanted };
  });
  const firstNewId = newId();
  const tickets = await issueTickets(context, wanted);
  for (const item of missingUploads(wanted)) await removeOlderStaged(context, item, firstNewId);
  return { view, tickets };
}

/** A Content without a mode is only stored. Its processing starts with the first Analysis that names it. */
function hasStarted({ mode, state, analysisIds, failure }: Content): boolean {
  if (state === 'pending') return false;
  if (state === 'failed') return failure?.code !== UPLOAD_EXPIRED;
  return mode !== null || state !== 'ready' || analysisIds.length > 0;
}

/** Makes the Content wait for uploads. If its upload had expired, its bytes count against the storage limit again. */
async function reopen(context: LibraryContext, trx: Trx, view: ContentView): Promise<ContentView> {
  const { content } = view;
  if (content.state === 'ready') return view;
  if (content.state === 'pending') return changeContent(context, trx, view, {});
  const binaries = view.items.filter(isBinary);
  const bytes = binaries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await checkStorageLimit(context, trx, { userId: content.userId, bytes });
  await RawUploadItem.query(trx)
    .where({ content_id: content.id })
    .where('size_bytes', '>', 0)
    .patch({ heldBytes: RawUploadItem.ref('size_bytes') as unknown as number });
  await setUploadState(trx, binaries, 'pending');
  return changeContent(context, trx, view, {
    state: 'pending',
    stage: content.mode === null ? null : 'awaiting_upload',
    uploadStatus: 'awaiting_upload',
    failure: null,
    refusedUntil: null,
  });
}

function wantedItems({ items }: ContentView, assetIndexes: number[]): BinaryItem[] {
  const problems: FieldProblem[] = [];
  const wanted = new Set<BinaryItem>();
  for (const [position, assetIndex] of assetIndexes.entries()) {
    const item = items.find((candidate) => candidate.assetIndex === assetIndex);
    if (item && isBinary(item)) wanted.add(item);
    else {
      const message = item
        ? `is a ${item.type} asset, which is not uploaded.`
        : 'is not an asset of this content.';
      problems.push({ path: `assetIndexes.${position}`, message });
    }
  }
  if (problems.length > 0) throw invalidRequest('There is nothing to upload for these indexes.', problems);
  return [...wanted];
}
