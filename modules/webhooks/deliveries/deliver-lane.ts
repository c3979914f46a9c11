import { addSeconds, monotonicMs } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { WebhooksContext } from '../context.ts';
import { signedHeaders } from '../endpoints/secret.ts';
import { type Lane, leaseEnd, ORDER_SECONDS } from '../lanes.ts';
import { Delivery } from '../models/delivery.ts';
import { Endpoint } from '../models/endpoint.ts';
import { type Attempt, settleDelivery } from './settle-delivery.ts';

/** Limits of one turn of a lane: a slow receiver must not keep its place for ever. */
const MAX_MESSAGES_PER_TURN = 25;
const MAX_TURN_MS = 5_000;
/** A receiver that has not responded within this time is slow. */
const SLOW_AFTER_MS = 1_000;

/**
 * Sends the due messages of a leased lane in order, until none is due, the turn is over, or `signal` aborts. A lane
 * whose turn is over is due again at once, behind the lanes that have waited longer.
 * @param onSlow called when a receiver becomes slow, and when it no longer is
 */
export async function deliverLane(
  context: WebhooksContext,
  lane: Lane,
  { signal, onSlow }: { signal: AbortSignal; onSlow: (isSlow: boolean) => void },
): Promise<void> {
  // Loaded at the first delivery: the HTTP client takes 10 MB, and most processes never deliver.
  const { postMessage } = await import('./post-message.ts');
  const turnEnd = monotonicMs() + MAX_TURN_MS;
  for (let sent = 0; ; sent++) {
    if (sent === MAX_MESSAGES_PER_TURN || monotonicMs() > turnEnd) return endTurn(context, lane);
    const next = await takeNext(context, lane);
    if (!next) return;
    const { delivery, endpoint } = next;
    const message = {
      url: endpoint.url,
      body: delivery.body,
      headers: signedHeaders(context.keys, endpoint, delivery, context.clock.now()),
    };
    const slow = setTimeout(onSlow, SLOW_AFTER_MS, true);
    try {
      const guard = await context.guard();
      const outcome = await postMessage(guard, message, signal, context.attemptMs).finally(() => {
        clearTimeout(slow);
        onSlow(false);
      });
      await settleDelivery(context, lane, next, outcome);
    } catch (error) {
      if (!signal.aborted) throw error;
      return returnDelivery(context, lane, delivery);
    }
  }
}

/**
 * Takes the next due delivery: counts the attempt and renews the lease. Null when none is due: the lane then becomes
 * due with its next delivery, or is deleted.
 */
async function takeNext({ db, clock }: WebhooksContext, lane: Lane): Promise<Attempt | null> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const endpoint = await Endpoint.query(trx).findById(lane.endpointId).forKeyShare();
    if (!endpoint || endpoint.offReason !== null) return null; // its lanes were deleted
    const locked = await laneRow(trx, lane).forUpdate().first('due_at');
    if (!locked) return null;
    const delivery = await firstInOrder(trx, lane, now);
    if (!delivery || (delivery.nextAttemptAt ?? now) > now) {
      await postpone(trx, lane, delivery, now);
      return null;
    }
    await laneRow(trx, lane).update({ due_at: leaseEnd(now) });
    const attempted = await delivery.$query(trx).patchAndFetch({
      attempts: delivery.attempts + 1,
      firstAttemptAt: delivery.firstAttemptAt ?? now,
      nextAttemptAt: leaseEnd(now),
      responseStatus: null,
      error: null,
    });
    return { delivery: attempted, endpoint };
  });
}

/** The first waiting delivery. One that has failed for `ORDER_SECONDS` is passed over until its next attempt is due. */
async function firstInOrder(trx: Trx, lane: Lane, now: Date): Promise<Delivery | undefined> {
  return waitingIn(trx, lane)
    .whereRaw('not (attempts > 0 and first_attempt_at <= ? and next_attempt_at > ?)', [
      addSeconds(now, -ORDER_SECONDS),
      now,
    ])
    .orderBy('sequence')
    .first();
}

/**
 * Makes the lane due when `blocking` is due or no longer blocks the later deliveries, or when a later attempt is due.
 * Deletes the lane when nothing waits.
 */
async function postpone(trx: Trx, lane: Lane, blocking: Delivery | undefined, now: Date): Promise<void> {
  const attempts = await waitingIn(trx, lane)
    .where('attempts', '>', 0)
    .min('next_attempt_at as next')
    .first();
  const { next } = attempts as unknown as { next: Date | null };
  const times = [next, blocking && addSeconds(blocking.firstAttemptAt ?? now, ORDER_SECONDS)].filter(
    (time) => !!time,
  );
  if (times.length === 0) await laneRow(trx, lane).del();
  else await laneRow(trx, lane).update({ due_at: new Date(Math.min(...times.map(Number))) });
}

async function endTurn({ db, clock }: WebhooksContext, lane: Lane): Promise<void> {
  await inTransaction(db, async (trx) => {
    await laneRow(trx, lane).update({ due_at: clock.now() });
  });
}

/** An attempt that this process aborted does not count. */
async function returnDelivery({ db, clock }: WebhooksContext, lane: Lane, delivery: Delivery): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    await laneRow(trx, lane).update({ due_at: now });
    await delivery.$query(trx).patch({ attempts: delivery.attempts - 1, nextAttemptAt: now });
  });
}

function laneRow(trx: Trx, { endpointId, displayId }: Lane) {
  return trx('webhooks.lanes').where({ endpoint_id: endpointId, display_id: displayId });
}

function waitingIn(trx: Trx, { endpointId, displayId }: Lane) {
  return Delivery.query(trx).where({ endpoint_id: endpointId, display_id: displayId, state: 'waiting' });
}
