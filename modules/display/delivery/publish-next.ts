import { addSeconds } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations } from '../end-presentations.ts';
import { isOwned, type OwnedDevice } from '../models/device.ts';
import { Presentation } from '../models/presentation.ts';
import { whereOverAge } from './expire-queues.ts';
import { lockDevice } from './lock-display.ts';
import { publishPresentation } from './publish-presentation.ts';

/** When the shown picture has been there long enough for the queue to replace it; null when there is none. */
export function dwellEnds(
  { config }: Pick<DisplayContext, 'config'>,
  currentSince: Date | null,
): Date | null {
  return currentSince && addSeconds(currentSince, config.DISPLAY_MIN_DWELL_SECONDS);
}

/**
 * Publishes the next queue entry of a user's panel that is reachable, when nothing is pending on it and the dwell time
 * is over. Any number of callers publish an entry once.
 */
export async function publishNext(
  context: DisplayContext,
  deviceId: string,
  userId: string,
): Promise<boolean> {
  const publish = async (trx: Trx) => {
    const device = await lockDevice(trx, deviceId);
    if (device?.userId !== userId || !isOwned(device) || device.pendingPresentationId) return false;
    const notBefore = dwellEnds(context, device.currentSince);
    if (notBefore && notBefore > context.clock.now()) return false;
    const next = await takeNext(context, trx, device);
    if (next) await publishPresentation(context, trx, device, next);
    return next !== undefined;
  };
  return context.inUserTransaction(userId, publish, () => false);
}

/**
 * The queue entry that is to go out next: the highest priority, within it the oldest, or with the policy `latest` the
 * newest, whose elders then expire. Entries past `QUEUE_MAX_AGE_HOURS` expire as well.
 */
export async function takeNext(
  context: Pick<DisplayContext, 'clock' | 'config' | 'billing'>,
  trx: Trx,
  device: OwnedDevice,
): Promise<Presentation | undefined> {
  const entries = { device_id: device.id, binding_id: device.bindingId };
  const tooOld = whereOverAge(context);
  await expirePresentations(context, trx, ['queued'], (query) => tooOld(query.where(entries)));
  const latest = device.queuePolicy === 'latest';
  const order = latest ? 'desc' : 'asc';
  const next = await Presentation.query(trx)
    .where({ ...entries, state: 'queued' })
    .orderBy([
      { column: 'priority', order: 'desc' },
      { column: 'created_at', order },
      { column: 'id', order },
    ])
    .first();
  if (next && latest) {
    await expirePresentations(context, trx, ['queued'], (query) =>
      query.where(entries).whereRaw('(created_at, id) < (?, ?)', [next.createdAt, next.id]),
    );
  }
  return next;
}
