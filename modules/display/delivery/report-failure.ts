import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import type { Device } from '../models/device.ts';
import { Push } from '../models/push.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { failDelivery, panelError } from './fail-delivery.ts';
import type { Confirm } from './panel-link.ts';
import { wasPublished } from './settle-confirm.ts';

/** Failures, each of a command of its own, after which a presentation is given up. */
const MAX_SHOW_FAILURES = 3;

/** Words of an error that speak of the transfer. Firmware that knows no `cause` says no more than this. */
const TRANSFER_ERROR = /fetch|http|download|dns|connection|network|wi-?fi|sha-?256|checksum/i;

/**
 * Takes in that the panel, whose row the caller holds, could not follow a command. Only a frame that it could not *show*
 * counts against the presentation; the same report counts once.
 */
export async function reportFailure(
  context: DisplayContext,
  trx: Trx,
  device: Device,
  report: Confirm & { error: string },
): Promise<void> {
  const { commandId, presentationId, sha256, error } = report;
  const { log } = context;
  const pending = presentationId !== null && presentationId === device.pendingPresentationId;
  if (!pending || !(await wasPublished(trx, device, presentationId, sha256))) {
    log.info(
      { deviceId: device.id, presentationId, commandId, error },
      'a panel failed at something not pending',
    );
    return;
  }
  const push = await Push.query(trx).findById(presentationId).throwIfNotFound();
  if (push.failedCommandIds.includes(commandId)) return;
  const counts = isShowFailure(push, report);
  const kind = counts ? 'show_failed' : 'fetch_failed';
  await recordPanelEvents(context, trx, [{ deviceId: device.id, kind, detail: { presentationId, error } }]);
  if (!counts) return;
  const failedCommandIds = [...push.failedCommandIds, commandId];
  await Push.query(trx).findById(presentationId).patch({ failedCommandIds });
  if (failedCommandIds.length < MAX_SHOW_FAILURES) return;
  await failDelivery(context, trx, device, presentationId, panelError(error));
}

/**
 * A panel that does not say what failed is believed to have had the frame when the api sent it all of it for that
 * command, unless its error speaks of the transfer: a proxy may have taken the bytes for the panel.
 */
function isShowFailure(push: Push, { cause, commandId, error }: Confirm & { error: string }): boolean {
  if (cause) return cause === 'show';
  return push.fetchedCommandId === commandId && !TRANSFER_ERROR.test(error);
}
