import type { Trx } from '#shared/db/open.ts';
import { type Problem, problem } from '#shared/errors.ts';
import type { DisplayContext } from '../context.ts';
import { failPresentations } from '../end-presentations.ts';
import { Device } from '../models/device.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';

const delivery = { stage: 'delivery', retryable: true };

export function panelError(reason: string): Problem {
  return problem('panel_error', `The panel could not show it: ${reason}`, delivery);
}

export function panelUnresponsive(): Problem {
  return problem('panel_unresponsive', 'The panel was connected but never confirmed it.', delivery);
}

/** Fails the pending presentation of the panel, so that the queue advances. The caller has locked the device. */
export async function failDelivery(
  context: Pick<DisplayContext, 'clock' | 'billing' | 'events'>,
  trx: Trx,
  device: Pick<Device, 'id'>,
  presentationId: string,
  failure: Problem,
): Promise<void> {
  await Device.query(trx)
    .patch({ pendingPresentationId: null, pendingSince: null, updatedAt: context.clock.now() })
    .where({ id: device.id, pending_presentation_id: presentationId });
  const detail = { presentationId, code: failure.code };
  await recordPanelEvents(context, trx, [{ deviceId: device.id, kind: 'given_up', detail }]);
  await failPresentations(context, trx, 'published', failure, (query) => query.where({ id: presentationId }));
}
