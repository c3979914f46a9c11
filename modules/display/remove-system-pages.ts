import type { Trx } from '#shared/db/open.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from './context.ts';
import { SystemFrame } from './models/system-frame.ts';

/** Removes the outdated system pages of a panel: those of an old claim code or of an ended binding. */
export async function removeSystemPages(
  { jobs }: Pick<DisplayContext, 'jobs'>,
  trx: Trx,
  deviceId: string,
): Promise<void> {
  const removed = await SystemFrame.query(trx).delete().where({ device_id: deviceId }).returning('id');
  for (const { id } of removed)
    await jobs.send(trx, queues.removeObjects, { prefix: `devices/${deviceId}/pages/${id}/` });
}
