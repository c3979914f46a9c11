import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { lockDisplay } from '../lock-display.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import { readDisplayById } from '../present-display.ts';
import type { DisplayDto } from '../schemas.ts';
import { takeNext } from './publish-next.ts';
import { replacePending } from './replace-pending.ts';

/**
 * Publishes the next queue entry at once, regardless of a pending presentation and of the dwell time.
 * `changed` is false when the queue is empty.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`
 */
export async function advanceQueue(
  context: DisplayContext,
  { userId, displayId }: { userId: string; displayId: string },
): Promise<{ display: DisplayDto; changed: boolean }> {
  return inTransaction(context.db, async (trx) => {
    const device = await lockDisplay(context, trx, userId, displayId);
    const next = await takeNext(context, trx, device);
    if (next) {
      await replacePending(context, trx, device, next);
      await notifyPanelChanged(trx, displayId);
    }
    return { display: await readDisplayById(context, trx, displayId), changed: next !== undefined };
  });
}
