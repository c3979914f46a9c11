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

/**
 * Frames sent to their last byte, each for a command of its own, that a panel may fail to take in before the picture is
 * given up: as many as there are in the thirty connected minutes that a picture has, but also for panels that sleep.
 * What HTTP could not send does not count, so that no outage of it loses a picture.
 */
const MAX_FETCH_FAILURES = 120;

/** Words of an error that speak of the transfer. Firmware that knows no `cause` says no more than this. */
const TRANSFER_ERROR = /fetch|http|download|dns|connection|network|wi-?fi|sha-?256|checksum/i;

type Failure = Confirm & { error: string };

/**
 * Takes in that the panel, whose row the caller holds, could not follow a command. What counts against
 * the presentation is a frame that it could not *show* and, far beyond what outages cause, one that it could not take in
 * though it was sent; the same report counts once.
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
 * A panel that does not say what failed is believed to have had the frame when the api sent it all of it for that
 * command, unless its error speaks of the transfer: a proxy may have taken the bytes for the panel.
 */
function isShowFailure(push: Push, { cause, commandId, error }: Failure): boolean {
  if (cause) return cause === 'show';
  return push.fetchedCommandId === commandId && !TRANSFER_ERROR.test(error);
}
