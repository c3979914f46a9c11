import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { Device, type OwnedDevice } from '../models/device.ts';
import { Presentation } from '../models/presentation.ts';
import { Push } from '../models/push.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { presentationEvent } from '../presentation-event.ts';

/**
 * Makes a presentation the pending one of its panel. The caller has locked the device, and nothing is pending on it. The
 * first publication uses its push up; later ones are free. With `atOnce` it goes out in quiet hours too.
 */
export async function publishPresentation(
  { clock, billing, events }: Pick<DisplayContext, 'clock' | 'billing' | 'events'>,
  trx: Trx,
  device: OwnedDevice,
  presentation: Pick<Presentation, 'id' | 'state'>,
  { atOnce }: { atOnce: boolean },
): Promise<void> {
  const now = clock.now();
  const [published] = await Presentation.query(trx)
    .patch({ state: 'published', failure: null, updatedAt: now })
    .where({ id: presentation.id, state: presentation.state })
    .returning('*');
  if (!published) throw new Error(`presentation ${presentation.id} changed although its device was locked`);
  await Push.query(trx).findById(published.id).patch({
    publishedAt: now,
    expiredAt: null,
    failedCommandIds: [],
    fetchedCommandId: null,
    fetchFailures: 0,
    lastFetchFailure: null,
    unconfirmedSeconds: 0,
  });
  await Device.query(trx)
    .findById(device.id)
    .patch({ pendingPresentationId: published.id, pendingSince: now, pendingAtOnce: atOnce, updatedAt: now });
  const detail = { presentationId: published.id };
  await recordPanelEvents({ clock }, trx, [{ deviceId: device.id, kind: 'published', detail }]);
  await events.published(trx, presentationEvent(published));
  await billing.settle(trx, 'pushes', [published.id]);
}
