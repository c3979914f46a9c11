import type { Queryable } from '#shared/db/open.ts';

/** Bytes of the frames and previews that are stored of a user's presentations. */
export async function storedBytes(queryable: Queryable, userId: string): Promise<number> {
  const { rows } = await queryable.raw<{ rows: [{ bytes: number }] }>(
    `select coalesce(sum(f.size_bytes), 0)::float8 as bytes
     from display.presentations p join display.frames f on f.presentation_id = p.id
     where p.user_id = ?`,
    [userId],
  );
  return rows[0].bytes;
}
