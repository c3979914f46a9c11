import type { Queryable, Trx } from '#shared/db/open.ts';
import { StorageShareError } from '#shared/storage-full.ts';
import type { LibraryContext } from '../context.ts';

/**
 * Holds a user to `STORAGE_MAX_BYTES_PER_USER`. Declared sizes count from the start, since the tickets for them are
 * handed out. What is made of them (pictures of documents and links, frames, renditions, archives) counts by what was
 * reserved for it from the moment it is begun, and by its true size once it is stored: `bytes` holds what the caller
 * reserves in this transaction. The reservation is in the row of the work, so that it ends with that, however it ends. The lock
 * makes parallel calls of one user take turns, so that they cannot each see the same room.
 *
 * Work that stores more than was reserved for it is held to the share again by what goes beyond.
 * @throws {StorageShareError} `503 processing_unavailable`
 */
export async function checkStorageLimit(
  { config, display }: Pick<LibraryContext, 'config' | 'display'>,
  trx: Trx,
  { userId, bytes }: { userId: string; bytes: number },
): Promise<void> {
  if (config.STORAGE_MAX_BYTES_PER_USER === 0) return;
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`storage share of ${userId}`]);
  // Once the share is used up, what would take nothing of it is refused as well.
  if (Math.max(bytes, 1) > (await storageLeft({ config, display }, trx, userId)))
    throw new StorageShareError(config.STORAGE_MAX_BYTES_PER_USER);
}

/** Bytes that a user may still store: `Infinity` where there is no limit, negative where it was passed. */
export async function storageLeft(
  { config, display }: Pick<LibraryContext, 'config' | 'display'>,
  queryable: Queryable,
  userId: string,
): Promise<number> {
  const limit = config.STORAGE_MAX_BYTES_PER_USER;
  if (limit === 0) return Number.POSITIVE_INFINITY;
  return limit - (await uploadedBytes(queryable, userId)) - (await display.storedBytes(queryable, userId));
}

/** Bytes of a user's assets, of pictures made of them, of archives, of previews, and reserved by runs: index-only scans, one of each. */
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
