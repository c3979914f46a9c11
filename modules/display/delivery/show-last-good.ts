import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { Device, type OwnedDevice } from '../models/device.ts';
import type { Presentation } from '../models/presentation.ts';
import { publishPresentation } from './publish-presentation.ts';

/** What this panel confirmed last within its binding, that has not gone out of date and can still be sent. */
const LAST_GOOD = `
  select p.id, p.state from display.pushes push
  join display.presentations p on p.id = push.presentation_id
  join display.frames frame on frame.presentation_id = p.id and frame.format = :format
  where push.device_id = :deviceId and push.binding_id = :bindingId and push.confirmed_at is not null
    and p.state in ('confirmed', 'expired') and (p.expires_at is null or p.expires_at > :now)
  order by push.confirmed_at desc, p.id desc limit 1`;

/**
 * Gives a panel, whose row the caller holds and on which nothing is pending, the last picture again that has not gone
 * out of date; the welcome page when there is none. Uses no push of the plan: that picture has used its own.
 */
export async function showLastGood(
  context: Pick<DisplayContext, 'clock' | 'billing' | 'events'>,
  trx: Trx,
  device: OwnedDevice,
): Promise<void> {
  const now = context.clock.now();
  const { id: deviceId, bindingId, format } = device;
  const { rows } = await trx.raw<{ rows: Pick<Presentation, 'id' | 'state'>[] }>(LAST_GOOD, {
    ...{ deviceId, bindingId, format, now },
  });
  const [lastGood] = rows;
  if (lastGood) return publishPresentation(context, trx, device, lastGood, { atOnce: false });
  await Device.query(trx)
    .findById(deviceId)
    .patch({ currentPresentationId: null, currentSince: null, currentExpiresAt: null, updatedAt: now });
}
