import type { Trx } from '#shared/db/open.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations } from '../end-presentations.ts';
import { lockDevice } from '../lock-display.ts';
import { Device, isOwned, type OwnedDevice } from '../models/device.ts';
import { Presentation, type PresentationState } from '../models/presentation.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';

/** States in which a presentation can still expire. */
const LIVE: PresentationState[] = ['preparing', 'queued', 'published', 'confirmed'];

/**
 * Expires all presentations of a panel whose time is over: being rendered, queued, pending or shown. Then notifies the
 * gateway, which sends the panel its next picture when that is due.
 */
export async function expirePictures(context: DisplayContext, deviceId: string): Promise<void> {
  const device = await Device.query(context.db).findById(deviceId).select('user_id');
  if (!device?.userId) return;
  const { userId } = device;
  const expire = async (trx: Trx) => {
    const held = await lockDevice(trx, deviceId);
    if (held?.userId !== userId || !isOwned(held)) return;
    const now = context.clock.now();
    const count = await expirePresentations(context, trx, LIVE, (query) =>
      query.where({ device_id: deviceId }).where('expires_at', '<=', now),
    );
    if (count === 0) return scheduleAgain(context, trx, deviceId);
    await withdrawPending(context, trx, held);
    await notifyPanelChanged(trx, deviceId);
  };
  await context.inUserTransaction(userId, expire, () => undefined);
}

/** Expires the pictures of every panel, in case a job was lost. */
export async function expireAllPictures(context: DisplayContext): Promise<void> {
  const rows = await Presentation.query(context.db)
    .distinct('device_id')
    .whereNotNull('device_id')
    .whereIn('state', LIVE)
    .where('expires_at', '<=', context.clock.now());
  for (const { deviceId } of rows) await expirePictures(context, deviceId as string);
}

/** Clears the pending presentation if it has expired. The picture that it would have replaced is the current one again. */
async function withdrawPending({ clock }: DisplayContext, trx: Trx, device: OwnedDevice): Promise<void> {
  const { id, pendingPresentationId, currentPresentationId } = device;
  if (!pendingPresentationId) return;
  const now = clock.now();
  const withdrawn = await Device.query(trx)
    .patch({ pendingPresentationId: null, pendingSince: null, updatedAt: now })
    .where({ id })
    .whereExists(Presentation.query(trx).where({ id: pendingPresentationId, state: 'expired' }));
  if (withdrawn === 0 || !currentPresentationId) return;
  await Presentation.query(trx)
    .patch({ state: 'confirmed', updatedAt: now })
    .where({ id: currentPresentationId, state: 'expired' })
    .where((query) => query.whereNull('expires_at').orWhere('expires_at', '>', now));
}

/** Sends the job again if it ran too early, because the clock was set back. */
async function scheduleAgain({ clock, jobs }: DisplayContext, trx: Trx, deviceId: string): Promise<void> {
  const next = await Presentation.query(trx)
    .where({ device_id: deviceId })
    .whereIn('state', LIVE)
    .where('expires_at', '>', clock.now())
    .orderBy('expires_at')
    .first();
  if (next?.expiresAt)
    await jobs.send(trx, queues.expirePictures, { deviceId }, { startAfter: next.expiresAt });
}
