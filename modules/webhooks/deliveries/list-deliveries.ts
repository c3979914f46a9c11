import { newestFirst } from '#shared/db/newest-first.ts';
import type { Page } from '#shared/http/cursor.ts';
import type { WebhooksContext } from '../context.ts';
import { readWebhook } from '../endpoints/read-webhooks.ts';
import { Delivery, NO_DISPLAY } from '../models/delivery.ts';
import type { DeliveryDto, EventType } from '../schemas.ts';

export interface DeliveryList {
  userId: string;
  webhookId: string;
  limit: number;
  cursor?: string;
}

/**
 * One page of the deliveries of a webhook, newest first.
 * @throws {AppError} `404 webhook_not_found`, `400 invalid_request` for a cursor of another list
 */
export async function listDeliveries(
  context: WebhooksContext,
  { userId, webhookId, limit, cursor }: DeliveryList,
): Promise<Page<DeliveryDto>> {
  const list = ['webhook deliveries', userId, webhookId];
  const after = context.cursors.open(cursor, list);
  await readWebhook(context, { userId, webhookId });
  const rows = await Delivery.query(context.db)
    .where({ endpoint_id: webhookId })
    .modify(newestFirst, after, limit + 1);
  return context.cursors.page(rows, limit, list, presentDelivery);
}

export function presentDelivery(delivery: Delivery): DeliveryDto {
  const { displayId, state, nextAttemptAt } = delivery;
  return {
    id: delivery.id,
    messageId: delivery.messageId,
    type: delivery.type as EventType,
    displayId: displayId === NO_DISPLAY ? null : displayId,
    state,
    attempts: delivery.attempts,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    responseStatus: delivery.responseStatus,
    error: delivery.error,
    body: delivery.body,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}
