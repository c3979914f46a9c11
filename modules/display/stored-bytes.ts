import type { Queryable } from '#shared/db/open.ts';

/**
 * Bytes of the frames, previews and renditions of a user's presentations: stored, and reserved by render tasks. Two
 * index-only scans.
 */
export async function storedBytes(queryable: Queryable, userId: string): Promise<number> {
  const { rows } = await queryable.raw<{ rows: [{ bytes: number }] }>(
    `select (
       (select coalesce(sum(stored_bytes), 0) from display.presentations where user_id = :userId and stored_bytes > 0)
       + (select coalesce(sum(reserved_bytes), 0) from display.render_tasks where user_id = :userId and state = 'waiting')
     )::float8 as bytes`,
    { userId },
  );
  return rows[0].bytes;
}
