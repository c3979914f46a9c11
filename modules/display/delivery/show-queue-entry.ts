import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { presentationNotFound, presentationNotQueued } from '../errors.ts';
import { lockDisplay } from '../lock-display.ts';
import { Presentation } from '../models/presentation.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import { readDisplayById } from '../present-display.ts';
import type { DisplayDto } from '../schemas.ts';
import { replacePending } from './replace-pending.ts';

/**
 * Publishes one queue entry at once. Entries before it stay in the queue.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`, `404 presentation_not_found`, and
 * `409 invalid_state` when it is not waiting in the queue
 */
export async function showQueueEntry(
  context: DisplayContext,
  input: { userId: string; displayId: string; presentationId: string },
): Promise<DisplayDto> {
  const { userId, displayId, presentationId } = input;
  return inTransaction(context.db, async (trx) => {
    const device = await lockDisplay(context, trx, userId, displayId);
    const entry = await Presentation.query(trx)
      .findOne({ id: presentationId, user_id: userId, device_id: displayId })
      .forUpdate();
    if (!entry) throw presentationNotFound();
    if (entry.state !== 'queued' || entry.bindingId !== device.bindingId) throw presentationNotQueued();
    await replacePending(context, trx, device, entry);
    await notifyPanelChanged(trx, displayId);
    return readDisplayById(context, trx, displayId);
  });
}
