import type { Queryable, Trx } from '#shared/db/open.ts';
import { lockByName } from '#shared/db/transaction.ts';
import { StorageLimitError } from '#shared/storage-full.ts';
import type { LibraryContext } from '../context.ts';

/**
 * Enforces `STORAGE_MAX_BYTES_PER_USER`. Uploads count by their declared size as soon as their tickets are issued.
 * Derived objects (pictures of documents and links, frames, renditions, archives) count by their reservation from the
 * start of the work, and by their true size once stored; `bytes` is the caller's reservation in this transaction. The
 * reservation is a column of the work's row, so it ends with the work in every case. The lock serialises the calls of
 * one user, so that two cannot use the same room.
 *
 * Work that stores more than its reservation is checked again for the excess.
 * @throws {StorageLimitError} `503 processing_unavailable`
 */
export async function checkStorageLimit(
  { config, display }: Pick<LibraryContext, 'config' | 'display'>,
  trx: Trx,
  { userId, bytes }: { userId: string; bytes: number },
): Promise<void> {
  if (config.STORAGE_MAX_BYTES_PER_USER === 0) return;
  await lockByName(trx, `storage share of ${userId}`);
  // Once the limit is reached, requests that need no storage are refused as well.
  if (Math.max(bytes, 1) > (await storageLeft({ config, display }, trx, userId)))
    throw new StorageLimitError(config.STORAGE_MAX_BYTES_PER_USER);
}

/** Bytes that a user may still store: `Infinity` without a limit, negative beyond it. */
export async function storageLeft(
  { config, display }: Pick<LibraryContext, 'config' | 'display'>,
  queryable: Queryable,
  userId: string,
): Promise<number> {
  const limit = config.STORAGE_MAX_BYTES_PER_USER;
  if (limit === 0) return Number.POSITIVE_INFINITY;
  return limit - (await uploadedBytes(queryable, userId)) - (await display.storedBytes(queryable, userId));
}

/**
 * Bytes of a user's assets, derived pictures, archives and previews, and those reserved by runs: one index-only scan
 * each.
 */
async function uploadedBytes(queryable: Queryable, userId: string): Promise<number> {
  const { rows } = await queryable.raw<{ rows: [{ bytes: number }] }>(
    `select (
       (select coalesce(sum(held_bytes), 0) from library.raw_upload_items where user_id = :userId and held_bytes > 0)
       + (select coalesce(sum(picture_bytes), 0) from library.content_blocks where user_id = :userId and picture_bytes > 0)
       + (select coalesce(sum(archive_bytes), 0) from library.analyses where user_id = :userId and archive_bytes > 0)
       + (select coalesce(sum(reserved_bytes), 0) from library.analyses where user_id = :userId and reserved_bytes > 0)
       + (select coalesce(sum(held_bytes), 0) from library.previews where user_id = :userId)
     )::float8 as bytes`,
    { userId },
  );
  return rows[0].bytes;
}
