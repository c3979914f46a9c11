import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { Device, type OwnedDevice } from '../models/device.ts';
import type { Presentation } from '../models/presentation.ts';
import { publishPresentation } from './publish-presentation.ts';

/** The last presentation that this panel confirmed in its binding, that has not expired and still has its frame. */
const LAST_GOOD = `
  select p.id, p.state from display.pushes push
  join display.presentations p on p.id = push.presentation_id
  join display.frames frame on frame.presentation_id = p.id and frame.format = :format
  where push.device_id = :deviceId and push.binding_id = :bindingId and push.confirmed_at is not null
    and p.state in ('confirmed', 'expired') and (p.expires_at is null or p.expires_at > :now)
  order by push.confirmed_at desc, p.id desc limit 1`;

/**
 * Publishes the last presentation again that has not expired, or shows the welcome page if there is none. Uses no push of
 * the plan, because that presentation has used its own. The caller has locked the device, and nothing is pending on it.
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
