import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { problem } from '#shared/errors.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../context.ts';
import { Content } from '../models/content.ts';
import { RawUploadItem } from '../models/raw-upload-item.ts';
import { StoredFile } from '../models/stored-file.ts';
import { assetsPrefix, stagingPrefix } from '../object-keys.ts';

/** The failure code of a Content whose uploads expired; new tickets make it pending again. */
export const UPLOAD_EXPIRED = 'upload_expired';

const KEEP_EXPIRED_SECONDS = 7 * DAY_SECONDS;
const MAX_UPLOADS_PER_BATCH = 200;

/**
 * Expires uploads that were neither confirmed nor given new tickets for 7 days, counted at the earliest from when the
 * plan may allow a refused confirm. The Content fails and its bytes are deleted.
 */
export async function expireUploads(context: LibraryContext): Promise<void> {
  while ((await inTransaction(context.db, (trx) => expireBatch(context, trx))) === MAX_UPLOADS_PER_BATCH);
}

async function expireBatch({ clock, jobs }: LibraryContext, trx: Trx): Promise<number> {
  const now = clock.now();
  const expireBefore = addSeconds(now, -KEEP_EXPIRED_SECONDS);
  const failure = problem(UPLOAD_EXPIRED, 'The upload was not completed and confirmed within 7 days.');
  const overdue = await Content.query(trx)
    .select('id', 'user_id', 'mode')
    .where({ state: 'pending' })
    .where('updated_at', '<', expireBefore)
    .whereRaw('coalesce(refused_until < ?, true)', [expireBefore])
    .whereExists(
      RawUploadItem.query(trx).whereColumn('content_id', 'contents.id').where('held_bytes', '>', 0),
    )
    .limit(MAX_UPLOADS_PER_BATCH)
    .forUpdate()
    .skipLocked();
  for (const { id, userId, mode } of overdue) {
    const stage = mode === null ? null : 'failed';
    await Content.query(trx).findById(id).patch({ state: 'failed', stage, failure, updatedAt: now });
    await RawUploadItem.query(trx).where({ content_id: id }).patch({ heldBytes: 0 });
    await RawUploadItem.query(trx)
      .where({ content_id: id })
      .where('size_bytes', '>', 0)
      .patch({ uploadState: 'failed' });
    await StoredFile.query(trx).delete().where({ content_id: id });
    for (const prefix of [stagingPrefix(userId, id), assetsPrefix(userId, id)])
      await jobs.send(trx, queues.removeObjects, { prefix, before: now.toISOString() });
  }
  return overdue.length;
}
