import { newestFirst } from '#shared/db/newest-first.ts';
import type { WebhooksContext } from '../context.ts';
import { webhookNotFound } from '../errors.ts';
import { Endpoint } from '../models/endpoint.ts';
import type { EventType, WebhookDto } from '../schemas.ts';
import { validSecrets } from './secret.ts';

/** All webhooks of a user, newest first. */
export async function listWebhooks({ db }: WebhooksContext, userId: string): Promise<Endpoint[]> {
  return Endpoint.query(db).where({ user_id: userId }).modify(newestFirst);
}

/** @throws {AppError} `404 webhook_not_found` */
export async function readWebhook(
  { db }: WebhooksContext,
  { userId, webhookId }: { userId: string; webhookId: string },
): Promise<Endpoint> {
  const endpoint = await Endpoint.query(db).findById(webhookId).where({ user_id: userId });
  if (!endpoint) throw webhookNotFound();
  return endpoint;
}

export function presentWebhook({ clock }: WebhooksContext, endpoint: Endpoint): WebhookDto {
  const [previous] = validSecrets(endpoint, clock.now());
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events as EventType[],
    active: endpoint.offReason === null,
    offReason: endpoint.offReason,
    offSince: endpoint.offSince?.toISOString() ?? null,
    lastSuccessAt: endpoint.lastSuccessAt?.toISOString() ?? null,
    previousSecretUntil: previous?.until ?? null,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}
