import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { failDelivery, panelUnresponsive } from './fail-delivery.ts';
import { lockDevice } from './lock-display.ts';
import { notifyPanelChanged } from './notify-panel-changed.ts';

/** Gives up a presentation that is still pending on a panel, and lets the queue move on. */
export async function failUnresponsive(
  context: DisplayContext,
  deviceId: string,
  presentationId: string,
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const device = await lockDevice(trx, deviceId);
    if (device?.pendingPresentationId !== presentationId) return;
    await failDelivery(context, trx, device, presentationId, panelUnresponsive());
    await notifyPanelChanged(trx, deviceId);
  });
}
