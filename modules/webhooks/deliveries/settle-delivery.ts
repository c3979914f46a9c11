import { addSeconds } from '#shared/clock.ts';
import type { WebhooksContext } from '../context.ts';
import { inOwnerTransaction } from '../endpoints/owner-transaction.ts';
import { endLanes, type Lane } from '../lanes.ts';
import { Delivery } from '../models/delivery.ts';
import { Endpoint, type OffReason } from '../models/endpoint.ts';
import type { Outcome } from './post-message.ts';
import { nextAttempt } from './retry-schedule.ts';

export interface Attempt {
  delivery: Delivery;
  endpoint: Endpoint;
}

/** With this status a receiver unsubscribes (Standard Webhooks: disable the endpoint). */
const STATUS_GONE = 410;
/** The last success is stored at most once per this many seconds. */
const SUCCESS_INTERVAL_SECONDS = 60;

/**
 * Stores the outcome of an attempt. A delivery that ends as failed switches its webhook off if no other delivery has
 * succeeded since it was created.
 */
export async function settleDelivery(
  context: WebhooksContext,
  lane: Lane,
  { delivery, endpoint }: Attempt,
  { ok, status, error }: Outcome,
): Promise<void> {
  const now = context.clock.now();
  const result = { responseStatus: status, error };
  if (ok) {
    await whileWaiting(context, delivery).patch({
      ...result,
      state: 'delivered',
      deliveredAt: now,
      nextAttemptAt: null,
    });
    const isRecent =
      endpoint.lastSuccessAt && addSeconds(endpoint.lastSuccessAt, SUCCESS_INTERVAL_SECONDS) > now;
    if (!isRecent) await Endpoint.query(context.db).findById(endpoint.id).patch({ lastSuccessAt: now });
    return;
  }
  const next = status === STATUS_GONE ? null : nextAttempt(delivery.attempts, now);
  if (next) return void (await whileWaiting(context, delivery).patch({ ...result, nextAttemptAt: next }));
  await whileWaiting(context, delivery).patch({ ...result, state: 'failed', nextAttemptAt: null });
  const wasReached = endpoint.lastSuccessAt !== null && endpoint.lastSuccessAt > delivery.createdAt;
  if (status === STATUS_GONE || !wasReached)
    await switchOff(context, lane.userId, endpoint.id, status === STATUS_GONE ? 'gone' : 'failing');
}

/** Matches only while it waits: its webhook may have been paused meanwhile. */
function whileWaiting({ db }: WebhooksContext, { id }: Delivery) {
  return Delivery.query(db).findById(id).where({ state: 'waiting' });
}

async function switchOff(
  context: WebhooksContext,
  userId: string,
  endpointId: string,
  reason: OffReason,
): Promise<void> {
  await inOwnerTransaction(context, userId, async (trx) => {
    const now = context.clock.now();
    const isOff = await Endpoint.query(trx)
      .findById(endpointId)
      .where({ off_reason: null })
      .patch({ offReason: reason, offSince: now, updatedAt: now });
    if (isOff === 0) return;
    await endLanes(trx, endpointId, 'The webhook was switched off.');
    context.log.warn({ webhookId: endpointId, userId, reason }, 'webhook switched off');
  });
}
