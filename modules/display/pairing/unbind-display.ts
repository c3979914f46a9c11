import { recordRemovals } from '#shared/db/changes.ts';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { problem } from '#shared/errors.ts';
import { newClaimCodeOf } from '../claim-codes/renew-claim-code.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations, failPresentations } from '../end-presentations.ts';
import { lockDisplay } from '../lock-display.ts';
import { Device, type OwnedDevice } from '../models/device.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { removeSystemPages } from '../remove-system-pages.ts';
import { endUnusedCredentials } from './end-credentials.ts';
import { holdOwnerSession, type OwnerRequest } from './owner-request.ts';

/**
 * Ends the user's ownership of a display, and every password except the one that the panel last used. The panel shows a
 * claim code again.
 * @throws {AppError} `401`, `404 display_not_found`, `403 access_denied`
 */
export async function unbindDisplay(
  context: DisplayContext,
  request: OwnerRequest & { displayId: string },
): Promise<void> {
  const { userId, displayId } = request;
  await inTransaction(context.db, async (trx) => {
    await holdOwnerSession(context, trx, request);
    await unbindDevice(context, trx, await lockDisplay(context, trx, userId, displayId));
  });
}

/** Like `unbindDisplay`, for a device that the caller has locked. */
export async function unbindDevice(context: DisplayContext, trx: Trx, device: OwnedDevice): Promise<void> {
  const now = context.clock.now();
  await withdrawPresentations(context, trx, device);
  await endUnusedCredentials(trx, device);
  await Device.query(trx)
    .findById(device.id)
    .patch({
      userId: null,
      bindingId: null,
      boundAt: null,
      nickname: null,
      tags: [],
      queuePolicy: 'all',
      timeZone: null,
      quietHours: [],
      dwellSeconds: null,
      toneExponent: DEFAULT_TONE_EXPONENT,
      tone: 'auto',
      pollSeconds: null,
      wakeAt: null,
      wakeReason: null,
      button: null,
      ...(device.protocol !== 'mqtt' && { format: 'raw1' as const }),
      currentPresentationId: null,
      currentSince: null,
      currentExpiresAt: null,
      pendingPresentationId: null,
      pendingSince: null,
      unboundNotice: true,
      updatedAt: now,
    });
  await trx('display.panel_events').where({ device_id: device.id, binding_id: device.bindingId }).del();
  await trx('display.battery_readings').where({ device_id: device.id }).del();
  await recordPanelEvents(context, trx, [{ deviceId: device.id, kind: 'unbound' }]);
  await recordRemovals(trx, device.userId, { kind: 'display', ids: [device.id], at: now });
  await removeSystemPages(context, trx, device.id);
  await newClaimCodeOf(context, trx, device);
  await notifyPanelChanged(trx, device.id);
}

/** The same value as in the migration. */
const DEFAULT_TONE_EXPONENT = 1.3;

/** Expires queued and published presentations, and fails those that are being rendered. */
async function withdrawPresentations(context: DisplayContext, trx: Trx, device: OwnedDevice): Promise<void> {
  const binding = { device_id: device.id, binding_id: device.bindingId };
  await expirePresentations(context, trx, ['queued', 'published'], (query) => query.where(binding));
  const failure = problem('display_not_found', 'The display was unbound.', { stage: 'rendering' });
  await failPresentations(context, trx, 'preparing', failure, (query) => query.where(binding));
}
