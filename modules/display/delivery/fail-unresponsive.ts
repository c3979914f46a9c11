import { addSeconds } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { lockDevice } from '../lock-display.ts';
import { isOwned, type OwnedDevice } from '../models/device.ts';
import { Push } from '../models/push.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import { quietUntil } from '../quiet-hours/quiet-until.ts';
import { failDelivery, panelUnresponsive } from './fail-delivery.ts';
import { quietHoursOf } from './queue-due.ts';

/**
 * Fails a presentation that is still pending on a panel, so that the queue advances. If quiet hours delayed it in that
 * time, it is not failed, and its time starts again.
 */
export async function failUnresponsive(
  context: DisplayContext,
  deviceId: string,
  presentationId: string,
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const device = await lockDevice(trx, deviceId);
    if (device?.pendingPresentationId !== presentationId || !isOwned(device)) return;
    if (!device.pendingAtOnce && (await wasQuiet(context, trx, device))) {
      await Push.query(trx).findById(presentationId).patch({ unconfirmedSeconds: 0 });
      return;
    }
    await failDelivery(context, trx, device, presentationId, panelUnresponsive());
    await notifyPanelChanged(trx, deviceId);
  });
}

/** Whether there are quiet hours now, or were when the time without a confirm may have begun. */
async function wasQuiet({ clock, config }: DisplayContext, trx: Trx, device: OwnedDevice): Promise<boolean> {
  const quietHours = await quietHoursOf(trx, device);
  const now = clock.now();
  const began = addSeconds(now, -config.DISPLAY_UNRESPONSIVE_SECONDS);
  return [now, began].some((moment) => quietUntil(quietHours, moment) !== null);
}
