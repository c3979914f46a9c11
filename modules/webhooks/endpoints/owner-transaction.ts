import type { Trx } from '#shared/db/open.ts';
import { subscribeToEvents } from '#shared/db/outbox.ts';
import { lockByName } from '#shared/db/transaction.ts';
import type { WebhooksContext } from '../context.ts';
import { webhookNotFound } from '../errors.ts';
import { Endpoint } from '../models/endpoint.ts';

/**
 * Runs `work` in a transaction that locks the user's webhooks. From its commit on, the events that the active webhooks
 * subscribe to are recorded for the user.
 * @throws {AppError} `401` when the account is gone
 */
export async function inOwnerTransaction<T>(
  context: WebhooksContext,
  userId: string,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return context.inUserTransaction(userId, async (trx) => {
    await lockByName(trx, `webhooks of ${userId}`);
    const result = await work(trx);
    const active = await Endpoint.query(trx).where({ user_id: userId, off_reason: null }).select('events');
    await subscribeToEvents(trx, userId, [...new Set(active.flatMap(({ events }) => events))]);
    return result;
  });
}

/** The same for one webhook, which is locked for update. @throws {AppError} `404 webhook_not_found` */
export async function inWebhookTransaction<T>(
  context: WebhooksContext,
  { userId, webhookId }: { userId: string; webhookId: string },
  work: (trx: Trx, endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  return inOwnerTransaction(context, userId, async (trx) => {
    const endpoint = await Endpoint.query(trx).findById(webhookId).where({ user_id: userId }).forUpdate();
    if (!endpoint) throw webhookNotFound();
    return work(trx, endpoint);
  });
}
