import { newId } from '#shared/ids.ts';
import type { WebhooksContext } from '../context.ts';
import { tooManyWebhooks } from '../errors.ts';
import { Endpoint } from '../models/endpoint.ts';
import type { EventType } from '../schemas.ts';
import { checkAddress } from './check-address.ts';
import { inOwnerTransaction } from './owner-transaction.ts';
import { newSecret, sealSecret } from './secret.ts';

/** Bounds the list of webhooks, which is not paginated. */
const MAX_WEBHOOKS = 20;

export interface NewWebhook {
  userId: string;
  url: string;
  events: EventType[];
}

/**
 * Stores a webhook and returns it with its secret, which is not shown again.
 * @throws {AppError} `400` for an address that may not be reached, `409 invalid_state` for one webhook too many
 */
export async function createWebhook(
  context: WebhooksContext,
  { userId, url, events }: NewWebhook,
): Promise<{ endpoint: Endpoint; secret: string }> {
  await checkAddress(context, url);
  const id = newId();
  const secret = newSecret();
  const now = context.clock.now();
  const endpoint = await inOwnerTransaction(context, userId, async (trx) => {
    const held = await Endpoint.query(trx).where({ user_id: userId }).resultSize();
    if (held >= MAX_WEBHOOKS) throw tooManyWebhooks(MAX_WEBHOOKS);
    return Endpoint.query(trx).insertAndFetch({
      id,
      userId,
      url,
      events,
      secret: sealSecret(context.keys, id, secret),
      createdAt: now,
      updatedAt: now,
    });
  });
  return { endpoint, secret };
}
