import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { lockDevice } from './lock-display.ts';
import type { Confirm } from './panel-link.ts';
import { reportFailure } from './report-failure.ts';
import { type ConfirmOutcome, settleConfirm } from './settle-confirm.ts';

/**
 * Takes in a panel's confirm. One that fits nothing published to this panel within its binding is logged and changes
 * nothing; a late one changes no state but is stored as the shown picture. May be repeated.
 */
export async function confirmPresentation(
  context: DisplayContext,
  deviceId: string,
  epoch: number,
  { commandId, presentationId, sha256, error, cause }: Confirm,
): Promise<ConfirmOutcome | 'failure'> {
  return inTransaction(context.db, async (trx) => {
    const device = await lockDevice(trx, deviceId);
    if (!device) return 'foreign';
    if (error !== null) {
      await reportFailure(context, trx, device, { commandId, presentationId, sha256, error, cause });
      return 'failure';
    }
    const shown =
      presentationId === null
        ? 'known'
        : await settleConfirm(context, trx, device, { presentationId, sha256 });
    if (shown === 'foreign') {
      context.log.info(
        { deviceId, presentationId, commandId },
        'confirm of something never published ignored',
      );
      const detail = { presentationId, commandId };
      await recordPanelEvents(context, trx, [{ deviceId, kind: 'confirm_ignored', detail }]);
      return shown;
    }
    // It came late, by a connection that is no more: what the panel said after that stands.
    if (device.reportedEpoch !== null && device.reportedEpoch > epoch) return shown;
    await Device.query(trx).findById(deviceId).patch({
      reportedPresentationId: presentationId,
      reportedSha256: sha256,
      reportedEpoch: epoch,
      lastSeenAt: context.clock.now(),
    });
    return shown;
  });
}
