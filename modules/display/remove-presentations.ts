import { recordRemovals } from '#shared/db/changes.ts';
import type { Trx } from '#shared/db/open.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from './context.ts';
import { deletePresentations } from './end-presentations.ts';
import { Device } from './models/device.ts';
import { Presentation } from './models/presentation.ts';
import { Rendition } from './models/rendition.ts';
import { notifyPanelChanged } from './notify-panel-changed.ts';

/**
 * Deletes presentations of a user with their stored objects, in the caller's transaction. A pending one is withdrawn. A
 * shown one stays on the screen until it is replaced. Unknown ids are ignored.
 */
export async function removePresentations(
  { jobs, clock, billing }: Pick<DisplayContext, 'jobs' | 'clock' | 'billing'>,
  trx: Trx,
  userId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await Presentation.query(trx)
    .whereIn('id', ids)
    .where({ user_id: userId })
    .select('id', 'device_id');
  const deviceIds = [...new Set(found.flatMap(({ deviceId }) => deviceId ?? []))];
  await Device.query(trx).whereIn('id', deviceIds).orderBy('id').select('id').forUpdate();

  const withdrawn = await Device.query(trx)
    .patch({ pendingPresentationId: null, pendingSince: null, updatedAt: clock.now() })
    .whereIn('id', deviceIds)
    .whereIn('pending_presentation_id', ids)
    .where({ user_id: userId })
    .returning('id');
  const renditions = await Rendition.query(trx)
    .whereIn(
      'presentation_id',
      found.map(({ id }) => id),
    )
    .select('id');
  await deletePresentations({ billing }, trx, (query) => query.whereIn('id', ids).where({ user_id: userId }));
  const removed = found.map(({ id }) => id);
  await recordRemovals(trx, userId, { kind: 'presentation', ids: removed, at: clock.now() });

  for (const { id } of found)
    await jobs.send(trx, queues.removeObjects, { prefix: `users/${userId}/frames/${id}/` });
  for (const { id } of renditions)
    await jobs.send(trx, queues.removeObjects, { prefix: `users/${userId}/renditions/${id}/` });
  for (const { id } of withdrawn) await notifyPanelChanged(trx, id);
}
