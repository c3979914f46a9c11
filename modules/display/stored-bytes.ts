import type { Queryable } from '#shared/db/open.ts';

/** Bytes of the frames, previews and renditions that are stored of a user's presentations: an index-only scan. */
export async function storedBytes(queryable: Queryable, userId: string): Promise<number> {
  const { rows } = await queryable.raw<{ rows: [{ bytes: number }] }>(
    `select coalesce(sum(stored_bytes), 0)::float8 as bytes
     from display.presentations where user_id = ? and stored_bytes > 0`,
    [userId],
  );
  return rows[0].bytes;
}
