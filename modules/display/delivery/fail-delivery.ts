import type { Trx } from '#shared/db/open.ts';
import { type Problem, problem } from '#shared/errors.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { Presentation } from '../models/presentation.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { presentationEvent } from '../presentation-event.ts';

const delivery = { stage: 'delivery', retryable: true };

export function panelError(reason: string): Problem {
  return problem('panel_error', `The panel could not show it: ${reason}`, delivery);
}

export function panelUnresponsive(): Problem {
  return problem('panel_unresponsive', 'The panel was connected but never confirmed it.', delivery);
}

/** Gives up the pending presentation of the panel, whose row the caller holds, so that the queue moves on. */
export async function failDelivery(
  { clock, events }: Pick<DisplayContext, 'clock' | 'events'>,
  trx: Trx,
  device: Pick<Device, 'id'>,
  presentationId: string,
  failure: Problem,
): Promise<void> {
  const now = clock.now();
  await Device.query(trx)
    .patch({ pendingPresentationId: null, pendingSince: null, updatedAt: now })
    .where({ id: device.id, pending_presentation_id: presentationId });
  const [failed] = await Presentation.query(trx)
    .patch({ state: 'failed', failure, updatedAt: now })
    .where({ id: presentationId, state: 'published' })
    .returning('*');
  const detail = { presentationId, code: failure.code };
  await recordPanelEvents({ clock }, trx, [{ deviceId: device.id, kind: 'given_up', detail }]);
  if (failed) await events.deliveryFailed(trx, { ...presentationEvent(failed), problem: failure });
}
