import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations } from '../end-presentations.ts';
import { lockDevice } from '../lock-display.ts';
import { isOwned, type OwnedDevice } from '../models/device.ts';
import { Presentation } from '../models/presentation.ts';
import { whereOutdated } from './expire-queues.ts';
import { publishPresentation } from './publish-presentation.ts';
import { ordinaryDue, queueTimesOf, returnDue, waitsForQuietHours } from './queue-due.ts';
import { showLastGood } from './show-last-good.ts';

/**
 * Publishes the next queue entry of a reachable panel if nothing is pending on it: an urgent entry at once, others when
 * due. If there is none and the shown picture has expired, the panel returns to the last picture that has not. Parallel
 * callers publish an entry once. Returns whether anything changed.
 */
export async function publishNext(
  context: DisplayContext,
  deviceId: string,
  userId: string,
): Promise<boolean> {
  const publish = async (trx: Trx) => {
    const device = await lockDevice(trx, deviceId);
    if (device?.userId !== userId || !isOwned(device)) return false;
    const now = context.clock.now();
    const times = await queueTimesOf(trx, device);
    if (device.pendingPresentationId) {
      if (!waitsForQuietHours(context, { ...device, ...times })) return false;
      return publishUrgent(context, trx, device);
    }
    const which = ordinaryDue(context, times) <= now ? 'any' : 'urgent';
    const next = await takeNext(context, trx, device, which);
    if (next) {
      await publishPresentation(context, trx, device, next, { atOnce: next.urgent });
      return true;
    }
    const due = returnDue(context, times);
    if (!due || due > now) return false;
    await showLastGood(context, trx, device);
    return true;
  };
  return context.inUserTransaction(userId, publish, () => false);
}

/** Puts a pending presentation that waits for the end of quiet hours back into the queue and publishes an urgent one. */
async function publishUrgent(context: DisplayContext, trx: Trx, device: OwnedDevice): Promise<boolean> {
  const next = await takeNext(context, trx, device, 'urgent');
  if (!next) return false;
  await Presentation.query(trx)
    .patch({ state: 'queued', updatedAt: context.clock.now() })
    .where({ id: device.pendingPresentationId, state: 'published' });
  await publishPresentation(context, trx, device, next, { atOnce: true });
  return true;
}

/**
 * Returns the queue entry to publish next: urgent ones first, then the highest priority, of these the oldest. With the
 * policy `latest` it is the newest, and older ones expire. Entries past `QUEUE_MAX_AGE_HOURS` or their expiry expire too.
 */
export async function takeNext(
  context: Pick<DisplayContext, 'clock' | 'config' | 'billing'>,
  trx: Trx,
  device: OwnedDevice,
  which: 'any' | 'urgent' = 'any',
): Promise<Presentation | undefined> {
  const entries = { device_id: device.id, binding_id: device.bindingId };
  const isOutdated = whereOutdated(context);
  await expirePresentations(context, trx, ['queued'], (query) => isOutdated(query.where(entries)));
  const latest = device.queuePolicy === 'latest';
  const order = latest ? 'desc' : 'asc';
  const next = await Presentation.query(trx)
    .where({ ...entries, state: 'queued', ...(which === 'urgent' && { urgent: true }) })
    .orderBy([
      { column: 'urgent', order: 'desc' },
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
