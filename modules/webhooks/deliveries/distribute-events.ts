import { type OutboxEvent, takeEvents } from '#shared/db/outbox.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import type { WebhooksContext } from '../context.ts';
import { wakeLanes } from '../lanes.ts';
import { Delivery, NO_DISPLAY } from '../models/delivery.ts';
import { Endpoint } from '../models/endpoint.ts';

const MAX_EVENTS_PER_BATCH = 200;

/**
 * Turns the events of the outbox into deliveries, one for each webhook that subscribes to the event, in one
 * transaction. Returns whether the outbox may hold more.
 */
export async function distributeEvents({ db, clock }: WebhooksContext): Promise<boolean> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const events = await takeEvents(trx, MAX_EVENTS_PER_BATCH);
    if (events.length === 0) return false;
    // Locked, so that no webhook is deleted before its deliveries are inserted.
    const endpoints = await Endpoint.query(trx)
      .whereIn('user_id', [...new Set(events.map(({ userId }) => userId))])
      .where({ off_reason: null })
      .orderBy('id')
      .forKeyShare();
    const deliveries = events.flatMap((event) => {
      const messageId = `msg_${newId()}`;
      const receivers = endpoints.filter(
        (one) => one.userId === event.userId && one.events.includes(event.type),
      );
      return receivers.map((endpoint) => ({ endpoint, row: deliveryOf(event, endpoint, messageId, now) }));
    });
    if (deliveries.length > 0) await Delivery.query(trx).insert(deliveries.map(({ row }) => row));
    const lanes = deliveries.map(({ endpoint, row }) => ({
      endpointId: endpoint.id,
      displayId: row.displayId,
      userId: endpoint.userId,
    }));
    await wakeLanes(trx, lanes, now);
    return events.length === MAX_EVENTS_PER_BATCH;
  });
}

function deliveryOf(event: OutboxEvent, endpoint: Endpoint, messageId: string, now: Date) {
  const { type, occurredAt, data } = event;
  return {
    id: newId(),
    endpointId: endpoint.id,
    displayId: event.displayId ?? NO_DISPLAY,
    messageId,
    type,
    body: JSON.stringify({ type, timestamp: occurredAt.toISOString(), data }),
    state: 'waiting' as const,
    createdAt: now,
  };
}
