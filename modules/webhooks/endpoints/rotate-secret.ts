import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { WebhooksContext } from '../context.ts';
import type { Endpoint } from '../models/endpoint.ts';
import { inWebhookTransaction } from './owner-transaction.ts';
import { newSecret, sealSecret, validSecrets } from './secret.ts';

/** How long a replaced secret still signs, so that the receiver can verify every message during the change. */
const PREVIOUS_SECRET_SECONDS = DAY_SECONDS;

/** After more rotations within that time, the oldest secret stops signing. */
const MAX_PREVIOUS_SECRETS = 5;

/**
 * Gives a webhook a new secret, which is returned only here. Each replaced secret signs for one more day, so a rotation
 * whose response was lost can be repeated: the receiver still knows an earlier secret.
 * @throws {AppError} `404 webhook_not_found`
 */
export async function rotateSecret(
  context: WebhooksContext,
  own: { userId: string; webhookId: string },
): Promise<{ endpoint: Endpoint; secret: string }> {
  const secret = newSecret();
  const now = context.clock.now();
  const validUntil = addSeconds(now, PREVIOUS_SECRET_SECONDS).toISOString();
  return inWebhookTransaction(context, own, async (trx, endpoint) => {
    const previousSecrets = [{ secret: endpoint.secret, until: validUntil }, ...validSecrets(endpoint, now)];
    const rotated = await endpoint.$query(trx).patchAndFetch({
      secret: sealSecret(context.keys, endpoint.id, secret),
      previousSecrets: previousSecrets.slice(0, MAX_PREVIOUS_SECRETS),
      updatedAt: now,
    });
    return { endpoint: rotated, secret };
  });
}
