import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { channels } from '#shared/db/channels.ts';
import type { Db } from '#shared/db/open.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import {
  deviceIdOf,
  FRAME_BYTES,
  FRAMES,
  frameBytes,
  frameKey,
  frameOf,
  presentationIdOf,
  type ShownFrame,
} from './panels.ts';

/** The next picture of a panel: its third, because it has two. */
const NEXT = 2;
const PHOTOGRAPHS = 8;

/** Stores the frames of all panels at the keys that the processes read. */
export async function storeFrames(dataDir: string): Promise<void> {
  for (let frame = 0; frame < FRAMES; frame++) {
    const path = join(dataDir, 'objects', frameKey(frame));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, frameBytes(frame).bytes);
  }
}

/** Puts a picture into the queue of a panel, like the end of a render task. */
export async function queuePicture(db: Db, panel: number): Promise<void> {
  const frame = frameOf(panel, NEXT);
  await db.raw(
    `with presentation as (
       insert into display.presentations (id, user_id, device_id, binding_id, mode, state, contents, output, created_at, updated_at)
       select :picture, user_id, id, binding_id, 'hardcode', 'queued', '[]', '{}', now(), now()
       from display.devices where id = :device
       returning *
     ), push as (
       insert into display.pushes (presentation_id, user_id, device_id, binding_id, queued_at, created_at)
       select id, user_id, device_id, binding_id, now(), now() from presentation
     ), frame as (
       insert into display.frames (presentation_id, format, key, sha256, size_bytes, width, height, created_at)
       select id, 'raw1', :key, :sha256, :size, 800, 480, now() from presentation
     )
     select pg_notify('${channels.panelChanged}', device_id::text) from presentation`,
    {
      picture: presentationIdOf(panel, NEXT),
      device: deviceIdOf(panel),
      key: frameKey(frame),
      sha256: frameBytes(frame).sha256,
      size: FRAME_BYTES,
    },
  );
}

/** The owner of all panels, who pushes photographs that a worker renders. */
export async function createOwner(db: Db, url: string): Promise<(panel: number) => Promise<void>> {
  const person: Person = await registerPerson(createClient({ url, surfaces: [] }), url);
  const { id } = (await person.app.get('/auth/me')).body;
  for (const table of ['devices', 'presentations', 'pushes'])
    await db(`display.${table}`).update({ user_id: id });
  const photographs = await Promise.all(
    Array.from({ length: PHOTOGRAPHS }, (_, seed) => photographPng(800, 480, seed + 1)),
  );
  return async (panel) => {
    const bytes = photographs[panel % PHOTOGRAPHS] as Buffer;
    await person.push({ bytes, contentType: 'image/png' }, { displayId: deviceIdOf(panel) });
  };
}

/** The shown pictures of the panels 0 to `count` according to the database. */
export async function confirmedFrames(db: Db, count: number): Promise<Map<number, ShownFrame>> {
  const { rows } = await db.raw(
    `select d.id, d.current_presentation_id as picture, f.sha256 from display.devices d
     join display.frames f on f.presentation_id = d.current_presentation_id and f.format = d.format
     where d.id < ?`,
    [deviceIdOf(count)],
  );
  return new Map(
    rows.map((row: { id: string; picture: string; sha256: string }) => [
      Number.parseInt(row.id.slice(-12), 16),
      { presentationId: row.picture, sha256: row.sha256 },
    ]),
  );
}
