import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { type NotDeliverable, presentationNotDeliverable, presentationNotFound } from '../errors.ts';
import { lockDisplay } from '../lock-display.ts';
import type { OwnedDevice } from '../models/device.ts';
import { Frame } from '../models/frame.ts';
import { Presentation } from '../models/presentation.ts';
import { Push } from '../models/push.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import { readDisplayById } from '../present-display.ts';
import type { DisplayDto } from '../schemas.ts';
import { wantedPresentationId } from './panel-state.ts';
import { replacePending } from './replace-pending.ts';

export interface Activation {
  userId: string;
  displayId: string;
  presentationId: string;
}

/**
 * Shows a presentation again that was delivered to this display before. It becomes the pending one at once, whether or not
 * the panel is online. `currentPresentationId` changes when the panel confirms.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`, `404 presentation_not_found`,
 * `409 presentation_not_deliverable`
 */
export async function activatePresentation(context: DisplayContext, input: Activation): Promise<DisplayDto> {
  const { userId, displayId, presentationId } = input;
  return inTransaction(context.db, async (trx) => {
    const device = await lockDisplay(context, trx, userId, displayId);
    const presentation = await Presentation.query(trx).findOne({ id: presentationId, user_id: userId });
    if (!presentation) throw presentationNotFound();
    const reason = await notDeliverableReason(trx, device, presentation);
    if (reason) throw presentationNotDeliverable(reason, { displayId, presentationId });
    if (wantedPresentationId(device) !== presentationId) {
      await replacePending(context, trx, device, presentation);
      await notifyPanelChanged(trx, displayId);
    }
    return readDisplayById(context, trx, displayId);
  });
}

async function notDeliverableReason(
  trx: Trx,
  device: OwnedDevice,
  presentation: Presentation,
): Promise<NotDeliverable | null> {
  if (!presentation.deviceId) return 'targetless';
  const frame = await Frame.query(trx).findById([presentation.id, device.format]);
  if (!frame) return 'not_rendered';
  const push = await Push.query(trx).findById(presentation.id);
  if (!push?.publishedAt) return 'not_delivered';
  if (push.deviceId !== device.id) return 'other_display';
  // Delivered to this panel before its current binding, so not to this display.
  return push.bindingId === device.bindingId ? null : 'not_delivered';
}
