import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations } from '../end-presentations.ts';
import type { OwnedDevice } from '../models/device.ts';
import { Presentation } from '../models/presentation.ts';
import { publishPresentation } from './publish-presentation.ts';

/**
 * Makes a presentation that a user has chosen the pending one: the shown and the pending one expire, and an expiry of the
 * chosen one that has passed is removed. The caller has locked the device.
 */
export async function replacePending(
  context: Pick<DisplayContext, 'clock' | 'billing' | 'events'>,
  trx: Trx,
  device: OwnedDevice,
  chosen: Pick<Presentation, 'id' | 'state'>,
): Promise<void> {
  const replaced = [device.currentPresentationId, device.pendingPresentationId].filter(
    (id): id is string => id !== null && id !== chosen.id,
  );
  await expirePresentations(context, trx, ['published', 'confirmed'], (query) =>
    query.whereIn('id', replaced),
  );
  await Presentation.query(trx)
    .patch({ expiresAt: null })
    .where({ id: chosen.id })
    .where('expires_at', '<=', context.clock.now());
  await publishPresentation(context, trx, device, chosen, { atOnce: true });
}
