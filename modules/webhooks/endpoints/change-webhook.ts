import type { WebhooksContext } from '../context.ts';
import { endLanes } from '../lanes.ts';
import type { Endpoint } from '../models/endpoint.ts';
import type { EventType } from '../schemas.ts';
import { checkAddress } from './check-address.ts';
import { inWebhookTransaction } from './owner-transaction.ts';

export interface WebhookChanges {
  url?: string;
  events?: EventType[];
  active?: boolean;
}

/**
 * Changes the given fields. When a webhook is switched off, its waiting deliveries end as failed and stay listed.
 * @throws {AppError} `400` for an address that may not be reached, `404 webhook_not_found`
 */
export async function changeWebhook(
  context: WebhooksContext,
  own: { userId: string; webhookId: string },
  { active, ...changes }: WebhookChanges,
): Promise<Endpoint> {
  if (changes.url !== undefined) await checkAddress(context, changes.url);
  const now = context.clock.now();
  return inWebhookTransaction(context, own, async (trx, endpoint) => {
    const isActive = endpoint.offReason === null;
    if (active === false && isActive) await endLanes(trx, endpoint.id, 'The webhook was paused.');
    const switched =
      active === undefined || active === isActive
        ? {}
        : { offReason: active ? null : ('paused' as const), offSince: active ? null : now };
    return endpoint.$query(trx).patchAndFetch({ ...changes, ...switched, updatedAt: now });
  });
}
