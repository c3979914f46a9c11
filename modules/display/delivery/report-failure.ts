import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import type { Device } from '../models/device.ts';
import { Push } from '../models/push.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { failDelivery, panelError } from './fail-delivery.ts';
import type { Confirm } from './panel-link.ts';
import { wasPublished } from './settle-confirm.ts';

/** Failures with different commands after which a presentation fails. */
const MAX_SHOW_FAILURES = 3;

/**
 * Frames that were sent completely, for different commands, and that a panel could not receive, before the presentation
 * fails: about as many as fit into the thirty connected minutes of a presentation, but also for sleeping panels. Frames that
 * were not sent completely do not count, so that an outage of HTTP fails no presentation.
 */
const MAX_FETCH_FAILURES = 120;

/** Words in an error that indicate the transfer, for firmware that does not send `cause`. */
const TRANSFER_ERROR = /fetch|http|download|dns|connection|network|wi-?fi|sha-?256|checksum/i;

type Failure = Confirm & { error: string };

/**
 * Stores that a panel could not execute a command. A frame that the panel could not *show* counts against the presentation,
 * and so does, up to a much higher limit, one that it could not receive although it was sent. A repeated report counts once.
 * The caller has locked the device.
 */
export async function reportFailure(
  context: DisplayContext,
  trx: Trx,
  device: Device,
  report: Failure,
): Promise<void> {
  const { commandId, presentationId, sha256, error } = report;
  const { log } = context;
  const pending = presentationId !== null && presentationId === device.pendingPresentationId;
  if (!pending || !(await wasPublished(trx, device, presentationId, sha256))) {
    log.info(
      { deviceId: device.id, presentationId, commandId, error },
      'a panel reported a failure of a presentation that is not pending',
    );
    return;
  }
  const push = await Push.query(trx).findById(presentationId).throwIfNotFound();
  if (isShowFailure(push, report)) await countShowFailure(context, trx, device, push, report);
  else await countFetchFailure(context, trx, device, push, report);
}

async function countShowFailure(
  context: DisplayContext,
  trx: Trx,
  device: Device,
  push: Push,
  { commandId, error }: Failure,
): Promise<void> {
  if (push.failedCommandIds.includes(commandId)) return;
  const failedCommandIds = [...push.failedCommandIds, commandId];
  await Push.query(trx).findById(push.presentationId).patch({ failedCommandIds });
  await record(context, trx, push, 'show_failed', error);
  if (failedCommandIds.length >= MAX_SHOW_FAILURES)
    await failDelivery(context, trx, device, push.presentationId, panelError(error));
}

async function countFetchFailure(
  context: DisplayContext,
  trx: Trx,
  device: Device,
  push: Push,
  { commandId, error }: Failure,
): Promise<void> {
  if (push.lastFetchFailure === commandId) return;
  const fetchFailures = push.fetchFailures + (push.fetchedCommandId === commandId ? 1 : 0);
  await Push.query(trx).findById(push.presentationId).patch({ fetchFailures, lastFetchFailure: commandId });
  await record(context, trx, push, 'fetch_failed', error);
  if (fetchFailures >= MAX_FETCH_FAILURES)
    await failDelivery(context, trx, device, push.presentationId, panelError(error));
}

async function record(
  context: DisplayContext,
  trx: Trx,
  { deviceId, presentationId }: Push,
  kind: 'show_failed' | 'fetch_failed',
  error: string,
): Promise<void> {
  await recordPanelEvents(context, trx, [{ deviceId, kind, detail: { presentationId, error } }]);
}

/**
 * A panel that does not report the cause is assumed to have received the frame if the api sent it completely for that
 * command, unless its error mentions the transfer: the bytes may have ended at a proxy.
 */
function isShowFailure(push: Push, { cause, commandId, error }: Failure): boolean {
  if (cause) return cause === 'show';
  return push.fetchedCommandId === commandId && !TRANSFER_ERROR.test(error);
}
