import { createHash, randomFillSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '#shared/db/open.ts';
import { addOwner } from '../gateway/fill.ts';
import { fillLibrary } from '../library-fill.ts';

const FILES_AT_ONCE = 4;

/** Gives an empty installation `count` contents, each with a note, a link and a picture of `bytes` random bytes. */
export async function fillContents(db: Db, storage: string, count: number, bytes: number): Promise<void> {
  const userId = await addOwner(db);
  await fillLibrary(db, userId, count);
  const ids: string[] = await db('library.contents').pluck('id');
  const pictures = await writePictures(storage, userId, ids, bytes);
  const columns = [ids, pictures.map(({ key }) => key), pictures.map(({ sha256 }) => sha256)];
  await db.raw(
    `insert into library.raw_upload_items
       (content_id, asset_index, user_id, type, filename, content_type, size_bytes, held_bytes, upload_state)
     select id, 2, ?::uuid, 'image', 'picture.png', 'image/png', ?::int, ?::int, 'uploaded' from unnest(?::uuid[]) id`,
    [userId, bytes, bytes, ids],
  );
  await db.raw(
    `insert into library.files (id, user_id, content_id, asset_index, key, sha256, size_bytes, content_type, created_at)
     select gen_random_uuid(), ?::uuid, id, 2, key, sha256, ?::int, 'image/png', now()
     from unnest(?::uuid[], ?::text[], ?::text[]) t (id, key, sha256)`,
    [userId, bytes, ...columns],
  );
  await db.raw('vacuum analyze library.files, library.raw_upload_items');
}

async function writePictures(storage: string, userId: string, contentIds: string[], bytes: number) {
  const pictures: { key: string; sha256: string }[] = [];
  let next = 0;
  const lane = async () => {
    const picture = Buffer.alloc(bytes);
    while (next < contentIds.length) {
      const at = next++;
      randomFillSync(picture);
      const sha256 = createHash('sha256').update(picture).digest('hex');
      const key = `users/${userId}/assets/${contentIds[at]}/${sha256}`;
      const path = join(storage, key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, picture);
      pictures[at] = { key, sha256 };
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, lane));
  return pictures;
}
