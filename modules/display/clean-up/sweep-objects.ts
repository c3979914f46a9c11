import { addSeconds } from '#shared/clock.ts';
import type { DisplayContext } from '../context.ts';

/** An object is stored shortly before its row, so younger objects are not checked. */
const MIN_AGE_HOURS = 24;
const MAX_OBJECTS_PER_BATCH = 500;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The objects of this module: a pattern of their keys, and a query that returns the keys among `?` that have a row. */
const AREAS = [
  {
    pattern: new RegExp(`^users/${UUID}/frames/${UUID}/`),
    known: `select f.key from unnest(?::text[]) k join display.frames f
            on f.presentation_id = split_part(k, '/', 4)::uuid and f.format = split_part(k, '/', 5)`,
  },
  {
    pattern: new RegExp(`^users/${UUID}/renditions/${UUID}/`),
    known: `select r.key from unnest(?::text[]) k join display.renditions r on r.id = split_part(k, '/', 4)::uuid`,
  },
  {
    pattern: new RegExp(`^devices/${UUID}/pages/${UUID}/`),
    known: `select file.value ->> 'key' as key from unnest(?::text[]) k
            join display.system_frames f on f.id = split_part(k, '/', 4)::uuid, jsonb_each(f.files) file`,
  },
];

/** Removes objects of this module without a row, which an interrupted rendering or removal left behind. */
export async function sweepObjects({ db, clock, store }: DisplayContext): Promise<void> {
  const cutoff = addSeconds(clock.now(), -MIN_AGE_HOURS * 3600);
  const batches = AREAS.map(({ pattern, known }) => ({ pattern, known, keys: [] as string[] }));
  for (const prefix of ['users/', 'devices/']) {
    for await (const { key, modifiedAt } of store.list(prefix)) {
      const batch = batches.find(({ pattern }) => pattern.test(key));
      if (!batch || modifiedAt >= cutoff) continue;
      batch.keys.push(key);
      if (batch.keys.length === MAX_OBJECTS_PER_BATCH) await removeUnknown(batch.known, batch.keys.splice(0));
    }
  }
  for (const { known, keys } of batches) await removeUnknown(known, keys);

  async function removeUnknown(known: string, keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    const { rows } = await db.raw<{ rows: { key: string }[] }>(known, [keys]);
    const kept = new Set(rows.map(({ key }) => key));
    await store.remove(keys.filter((key) => !kept.has(key)));
  }
}
