import { addSeconds } from '#shared/clock.ts';
import type { WebhooksContext } from '../context.ts';
import type { Endpoint } from '../models/endpoint.ts';
import { inWebhookTransaction } from './owner-transaction.ts';
import { newSecret, sealSecret } from './secret.ts';

/** How long the secret before signs as well, so that a receiver misses no message. */
const OVERLAP_SECONDS = 24 * 3600;

/**
 * Gives a webhook a new secret, which is returned this once. Of several rotations within a day the last secret before
 * signs beside the new one. @throws {AppError} `404 webhook_not_found`
 */
export async function rotateSecret(
  context: WebhooksContext,
  own: { userId: string; webhookId: string },
): Promise<{ endpoint: Endpoint; secret: string }> {
  const secret = newSecret();
  const now = context.clock.now();
  return inWebhookTransaction(context, own, async (trx, endpoint) => {
    const rotated = await endpoint.$query(trx).patchAndFetch({
      secret: sealSecret(context.keys, endpoint.id, secret),
      previousSecret: endpoint.secret,
      previousSecretUntil: addSeconds(now, OVERLAP_SECONDS),
      updatedAt: now,
    });
    return { endpoint: rotated, secret };
  });
}
