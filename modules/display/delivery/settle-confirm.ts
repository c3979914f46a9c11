import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations } from '../end-presentations.ts';
import { Device, isOwned } from '../models/device.ts';
import { Frame } from '../models/frame.ts';
import { Presentation } from '../models/presentation.ts';
import { Push } from '../models/push.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { presentationEvent } from '../presentation-event.ts';

/**
 * The meaning of a panel's report of a frame. `confirmed`: the presentation was pending. `known`: it was published to this
 * panel in its current binding, and is the current one or superseded. `foreign`: it was not, or the bytes differ.
 */
export type ConfirmOutcome = 'confirmed' | 'known' | 'foreign';

/** Stores that a panel shows a presentation. May be repeated. The caller has locked the device. */
export async function settleConfirm(
  context: Pick<DisplayContext, 'clock' | 'billing' | 'events'>,
  trx: Trx,
  device: Device,
  { presentationId, sha256 }: { presentationId: string; sha256: string },
): Promise<ConfirmOutcome> {
  if (!(await wasPublished(trx, device, presentationId, sha256))) return 'foreign';
  if (device.pendingPresentationId !== presentationId) return 'known';
  const now = context.clock.now();
  const [confirmed] = await Presentation.query(trx)
    .patch({ state: 'confirmed', updatedAt: now })
    .where({ id: presentationId, state: 'published' })
    .returning('*');
  if (!confirmed) return 'known';
  await Push.query(trx).findById(presentationId).patch({ confirmedAt: now });
  const previous = device.currentPresentationId;
  if (previous && previous !== presentationId) {
    await expirePresentations(context, trx, ['confirmed'], (query) => query.where({ id: previous }));
  }
  await Device.query(trx).findById(device.id).patch({
    currentPresentationId: presentationId,
    currentSince: now,
    currentExpiresAt: confirmed.expiresAt,
    pendingPresentationId: null,
    pendingSince: null,
    updatedAt: now,
  });
  const detail = { presentationId };
  await recordPanelEvents(context, trx, [{ deviceId: device.id, kind: 'confirmed', detail }]);
  await context.events.confirmed(trx, presentationEvent(confirmed));
  return 'confirmed';
}

/** Whether this frame, in the panel's format, was published to this panel in its current binding. */
export async function wasPublished(
  trx: Trx,
  device: Device,
  presentationId: string,
  sha256: string,
): Promise<boolean> {
  if (!isOwned(device)) return false;
  const frame = await Frame.query(trx)
    .joinRaw('join display.pushes push on push.presentation_id = frames.presentation_id')
    .where({
      'frames.presentation_id': presentationId,
      'frames.format': device.format,
      'frames.sha256': sha256,
    })
    .where({ 'push.device_id': device.id, 'push.binding_id': device.bindingId })
    .whereNotNull('push.published_at')
    .select('frames.sha256')
    .first();
  return frame !== undefined;
}
