import type { WebhooksContext } from '../context.ts';
import { inWebhookTransaction } from './owner-transaction.ts';

/** Deletes a webhook with its deliveries; waiting ones are not sent. @throws {AppError} `404 webhook_not_found` */
export async function deleteWebhook(
  context: WebhooksContext,
  own: { userId: string; webhookId: string },
): Promise<void> {
  await inWebhookTransaction(context, own, async (trx, endpoint) => {
    await endpoint.$query(trx).delete();
  });
}
