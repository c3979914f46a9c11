import type { Db } from '#shared/db/open.ts';
import { readPrepared } from '#shared/db/prepared.ts';
import type { FrameFormat } from '#shared/picture-formats.ts';
import type { StoredFile } from '../models/system-frame.ts';

const FIND = {
  name: 'stored_frame',
  text: `
    select key, sha256, size_bytes as "sizeBytes" from display.frames where presentation_id = $1 and format = $2
    union all
    select files -> $2 ->> 'key', files -> $2 ->> 'sha256', (files -> $2 ->> 'sizeBytes')::integer
    from display.system_frames where id = $1 and files is not null`,
};

/** Finds the stored frame of a presentation or of a system page. */
export async function findStoredFrame(
  db: Db,
  frameId: string,
  format: FrameFormat,
): Promise<StoredFile | undefined> {
  const [file] = await readPrepared<StoredFile>(db, FIND, [frameId, format]);
  return file;
}
