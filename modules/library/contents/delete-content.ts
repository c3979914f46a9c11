import { recordRemovals } from '#shared/db/changes.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../context.ts';
import { Content } from '../models/content.ts';
import { assetsPrefix, stagingPrefix } from '../object-keys.ts';
import { lockContent, type OwnContent } from './read-content.ts';

/**
 * Removes a Content with its assets, digests and presentations; a job removes its bytes. A panel keeps its picture.
 * @throws {AppError} `404 content_not_found`
 */
export async function deleteContent(context: LibraryContext, own: OwnContent): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const { content } = await lockContent(context, trx, own);
    await context.display.removePresentations(trx, own.userId, content.presentationIds);
    await Content.query(trx).deleteById(own.contentId);
    const at = context.clock.now();
    await recordRemovals(trx, own.userId, { kind: 'content', ids: [own.contentId], at });
    for (const prefix of [stagingPrefix(own.userId, own.contentId), assetsPrefix(own.userId, own.contentId)])
      await context.jobs.send(trx, queues.removeObjects, { prefix });
  });
}
