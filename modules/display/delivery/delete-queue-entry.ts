import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations } from '../end-presentations.ts';
import { presentationNotFound, presentationNotQueued } from '../errors.ts';
import { lockDisplay } from '../lock-display.ts';
import { Presentation } from '../models/presentation.ts';

/**
 * Removes a presentation from a display's queue: it expires without having been shown.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`, `404 presentation_not_found`, and
 * `409 invalid_state` when it is not waiting in the queue
 */
export async function deleteQueueEntry(
  context: DisplayContext,
  input: { userId: string; displayId: string; presentationId: string },
): Promise<void> {
  const { userId, displayId, presentationId } = input;
  await inTransaction(context.db, async (trx) => {
    await lockDisplay(context, trx, userId, displayId);
    const entry = { id: presentationId, user_id: userId, device_id: displayId };
    const removed = await expirePresentations(context, trx, ['queued'], (query) => query.where(entry));
    if (removed === 1) return;
    if (!(await Presentation.query(trx).findOne(entry).select('id'))) throw presentationNotFound();
    throw presentationNotQueued();
  });
}
