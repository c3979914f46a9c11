import { addSeconds, monotonicMs } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { WebhooksContext } from '../context.ts';
import { signedHeaders } from '../endpoints/secret.ts';
import { Delivery } from '../models/delivery.ts';
import { Endpoint } from '../models/endpoint.ts';
import { type Lane, leaseEnd, ORDER_SECONDS } from './lanes.ts';
import { settleDelivery } from './settle-delivery.ts';

/** A lane is left to others after so many messages, or so much time: a slow receiver must not keep its place for good. */
const MAX_MESSAGES_PER_TURN = 25;
const MAX_TURN_MS = 5_000;
/** A receiver that has not answered after so long is slow. */
const SLOW_AFTER_MS = 1_000;

/**
 * Sends what is due in a leased lane, one message after the other, until nothing is, its turn is over, or `signal` ends
 * it. A lane whose turn is over is due again at once, behind those that have waited for longer.
 * @param onSlow called when a receiver keeps the lane waiting, and when it does not any more
 */
export async function deliverLane(
  context: WebhooksContext,
  lane: Lane,
  { signal, onSlow }: { signal: AbortSignal; onSlow: (isSlow: boolean) => void },
): Promise<void> {
  // Not before the first delivery: the HTTP client takes 10 MB, and most processes never deliver.
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
      return giveBack(context, lane, delivery);
    }
  }
}

export interface Attempt {
  delivery: Delivery;
  endpoint: Endpoint;
}

/**
 * The delivery that is due next, counted as attempted, with the lease renewed. Null when none is: the lane is then due
 * when the next one is, or gone.
 */
async function takeNext({ db, clock }: WebhooksContext, lane: Lane): Promise<Attempt | null> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const endpoint = await Endpoint.query(trx).findById(lane.endpointId).forKeyShare();
    if (!endpoint || endpoint.offReason !== null) return null; // its lanes are gone
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

/** The first that waits, but for those that failed for so long that the others go on without them until they are due. */
async function firstInOrder(trx: Trx, lane: Lane, now: Date): Promise<Delivery | undefined> {
  return waitingIn(trx, lane)
    .whereRaw('not (attempts > 0 and first_attempt_at <= ? and next_attempt_at > ?)', [
      addSeconds(now, -ORDER_SECONDS),
      now,
    ])
    .orderBy('sequence')
    .first();
}

/** Makes the lane due when `holder` is, or stops to hold up others, or a later attempt is due; removes it when nothing waits. */
async function postpone(trx: Trx, lane: Lane, holder: Delivery | undefined, now: Date): Promise<void> {
  const attempts = await waitingIn(trx, lane)
    .where('attempts', '>', 0)
    .min('next_attempt_at as next')
    .first();
  const { next } = attempts as unknown as { next: Date | null };
  const times = [next, holder && addSeconds(holder.firstAttemptAt ?? now, ORDER_SECONDS)].filter(
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

/** An attempt that this process ended itself is none. */
async function giveBack({ db, clock }: WebhooksContext, lane: Lane, delivery: Delivery): Promise<void> {
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
