import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { WebhooksContext } from '../context.ts';
import { inWebhookTransaction } from '../endpoints/owner-transaction.ts';
import { deliveryNotFound, webhookIsOff } from '../errors.ts';
import { wakeLanes } from '../lanes.ts';
import { Delivery } from '../models/delivery.ts';

/**
 * Sends a message again at once, with a new series of attempts if it fails. A waiting delivery is attempted now.
 * @throws {AppError} `404 webhook_not_found`, `404 delivery_not_found`, `409 invalid_state` for a webhook that is off
 */
export async function resendDelivery(
  context: WebhooksContext,
  { userId, webhookId, deliveryId }: { userId: string; webhookId: string; deliveryId: string },
): Promise<Delivery> {
  const now = context.clock.now();
  return inWebhookTransaction(context, { userId, webhookId }, async (trx, endpoint) => {
    if (endpoint.offReason !== null) throw webhookIsOff();
    // Locks the lane before the delivery, in the same order as a worker.
    const found = await Delivery.query(trx).findById(deliveryId).where({ endpoint_id: webhookId });
    if (!found) throw deliveryNotFound();
    await wakeLanes(trx, [{ endpointId: webhookId, displayId: found.displayId, userId }], now);
    const waiting = await found.$query(trx).patchAndFetch({
      state: 'waiting',
      attempts: 0,
      firstAttemptAt: null,
      nextAttemptAt: now,
      deliveredAt: null,
    });
    await notify(trx, channels.eventRecorded, '');
    return waiting;
  });
}
