import type { Trx } from '#shared/db/open.ts';
import { processingUnavailable } from '#shared/errors.ts';
import type { LibraryContext } from './context.ts';
import { RawUploadItem } from './models/raw-upload-item.ts';

/**
 * Holds a user to `STORAGE_MAX_BYTES_PER_USER`. Declared sizes count from the start, since the tickets for them are
 * handed out, and so do the frames and previews that were rendered of them; the lock makes parallel calls of one user take turns, so that they cannot each see the same room.
 * @throws {AppError} `503 processing_unavailable`
 */
export async function checkStorageShare(
  { config, display }: Pick<LibraryContext, 'config' | 'display'>,
  trx: Trx,
  { userId, bytes }: { userId: string; bytes: number },
): Promise<void> {
  const limit = config.STORAGE_MAX_BYTES_PER_USER;
  if (limit === 0 || bytes === 0) return;
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`storage share of ${userId}`]);
  const held = await RawUploadItem.query(trx)
    .where({ user_id: userId })
    .where('held_bytes', '>', 0)
    .sum('held_bytes as bytes')
    .castTo<{ bytes: number | null }[]>();
  const rendered = await display.storedBytes(trx, userId);
  if (Number(held[0]?.bytes ?? 0) + rendered + bytes > limit)
    throw processingUnavailable(
      `Your stored assets and pictures would take more than the ${limit} bytes you may use.`,
    );
}
