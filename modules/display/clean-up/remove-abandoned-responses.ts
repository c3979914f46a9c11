import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { responseCacheFolder } from '../polling/response-cache.ts';

const PICTURE = /^([0-9a-f-]{36})\.picture$/;

/**
 * Removes the last pictures of polling panels from this machine, if the panel no longer has an owner and has not polled
 * since. Such a panel may never poll again, and the picture may belong to a deleted account.
 */
export async function removeAbandonedResponses({ db, config }: DisplayContext): Promise<void> {
  const folder = responseCacheFolder(config);
  const names = await readdir(folder).catch(() => []);
  const ids = names.flatMap((name) => PICTURE.exec(name)?.[1] ?? []);
  if (ids.length === 0) return;
  const devices = await Device.query(db).whereRaw('id = any(?)', [ids]).select('id', 'user_id', 'updated_at');
  const known = new Map(devices.map((device) => [device.id, device]));
  for (const id of ids) {
    const device = known.get(id);
    if (device?.userId) continue;
    const path = join(folder, `${id}.picture`);
    const file = await stat(path).catch(() => null); // another process may replace it meanwhile
    if (!device || (file && file.mtimeMs < device.updatedAt.getTime())) await rm(path, { force: true });
  }
}
