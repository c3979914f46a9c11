import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { expirePresentations } from '../end-presentations.ts';
import { isOwned, type OwnedDevice } from '../models/device.ts';
import { Presentation } from '../models/presentation.ts';
import { whereOutOfDate } from './expire-queues.ts';
import { lockDevice } from './lock-display.ts';
import { publishPresentation } from './publish-presentation.ts';
import { ordinaryDue, queueTimesOf, waitsForMorning, wayBackDue } from './queue-due.ts';
import { showLastGood } from './show-last-good.ts';

/**
 * Publishes the next queue entry of a user's panel that is reachable, when nothing is pending on it: an urgent one at
 * once, another one when that is due. With none to publish, a panel whose picture has gone out of date goes back to the
 * last one that has not. Any number of callers publish an entry once. Returns whether anything changed.
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
      if (!waitsForMorning(context, { ...device, ...times })) return false;
      return publishUrgent(context, trx, device);
    }
    const which = ordinaryDue(context, times) <= now ? 'any' : 'urgent';
    const next = await takeNext(context, trx, device, which);
    if (next) {
      await publishPresentation(context, trx, device, next, { atOnce: next.urgent });
      return true;
    }
    const due = wayBackDue(context, times);
    if (!due || due > now) return false;
    await showLastGood(context, trx, device);
    return true;
  };
  return context.inUserTransaction(userId, publish, () => false);
}

/** What waits for the morning goes back into the queue, so that something urgent can go out. */
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
 * The queue entry that is to go out next: urgent ones first, then the highest priority, within it the oldest, or with
 * the policy `latest` the newest, whose elders then expire. Entries past `QUEUE_MAX_AGE_HOURS` and those that have gone
 * out of date expire as well.
 */
export async function takeNext(
  context: Pick<DisplayContext, 'clock' | 'config' | 'billing'>,
  trx: Trx,
  device: OwnedDevice,
  which: 'any' | 'urgent' = 'any',
): Promise<Presentation | undefined> {
  const entries = { device_id: device.id, binding_id: device.bindingId };
  const outOfDate = whereOutOfDate(context);
  await expirePresentations(context, trx, ['queued'], (query) => outOfDate(query.where(entries)));
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
