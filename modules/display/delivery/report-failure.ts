import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import type { Device } from '../models/device.ts';
import { Push } from '../models/push.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { failDelivery, panelError } from './fail-delivery.ts';
import { wasPublished } from './settle-confirm.ts';

/** Failures, each of a command of its own, after which a presentation is given up. */
const FAILURES_ALLOWED = 3;

/** Takes in that the panel, whose row the caller holds, could not show a frame. The same report counts once. */
export async function reportFailure(
  context: DisplayContext,
  trx: Trx,
  device: Device,
  report: { commandId: string; presentationId: string | null; sha256: string; error: string },
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
  const detail = { presentationId, error };
  await recordPanelEvents(context, trx, [{ deviceId: device.id, kind: 'show_failed', detail }]);
  const failedCommandIds = [...push.failedCommandIds, commandId];
  await Push.query(trx).findById(presentationId).patch({ failedCommandIds });
  if (failedCommandIds.length < FAILURES_ALLOWED) return;
  await failDelivery(context, trx, device, presentationId, panelError(error));
}
