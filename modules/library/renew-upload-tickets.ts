import { inTransaction } from '#shared/db/transaction.ts';
import { type FieldProblem, invalidRequest } from '#shared/errors.ts';
import type { LibraryContext } from './context.ts';
import { invalidState } from './errors.ts';
import { issueTickets } from './issue-tickets.ts';
import { Content } from './models/content.ts';
import { type BinaryItem, isBinary } from './models/raw-upload-item.ts';
import type { ContentView } from './present-content.ts';
import { lockContent, type OwnContent } from './read-content.ts';
import type { UploadTicketDto } from './schemas.ts';

/**
 * Fresh tickets for binary assets that are not there yet. They put off the expiry of the unconfirmed upload.
 * @throws {AppError} 404; `400` for an index without upload; `409 invalid_state` once processing has started or when
 * an asset has been confirmed
 */
export async function renewUploadTickets(
  context: LibraryContext,
  { assetIndexes, ...own }: OwnContent & { assetIndexes: number[] },
): Promise<{ view: ContentView; tickets: UploadTicketDto[] }> {
  return inTransaction(context.db, async (trx) => {
    const view = await lockContent(context, trx, own);
    const wanted = wantedItems(view, assetIndexes);
    if (view.content.state !== 'pending') throw invalidState('Processing of this content has started.');
    if (wanted.some(({ uploadState }) => uploadState === 'uploaded'))
      throw invalidState('One of these assets has been uploaded and confirmed.');
    view.content.updatedAt = context.clock.now();
    await Content.query(trx).findById(own.contentId).patch({ updatedAt: view.content.updatedAt });
    return { view, tickets: await issueTickets(context, wanted) };
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
