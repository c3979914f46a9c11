import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { lockDevice } from '../lock-display.ts';
import { Device } from '../models/device.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import type { Confirm } from './panel-link.ts';
import { reportFailure } from './report-failure.ts';
import { type ConfirmOutcome, settleConfirm } from './settle-confirm.ts';

/**
 * Stores a panel's confirm. One that matches no presentation published to this panel in its binding is logged and changes
 * nothing. A late one changes no state but is stored as the shown picture. May be repeated.
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
        'ignored a confirm of a presentation that was not published',
      );
      const detail = { presentationId, commandId };
      await recordPanelEvents(context, trx, [{ deviceId, kind: 'confirm_ignored', detail }]);
      return shown;
    }
    // The confirm came late, from an ended connection, so a later report of the panel stays.
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
