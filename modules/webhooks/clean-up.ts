import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { WebhooksContext } from './context.ts';

const KEEP_DELIVERIES_SECONDS = 30 * DAY_SECONDS;

/** Deletes ended deliveries older than thirty days. */
export async function deleteOldDeliveries({ db, clock }: WebhooksContext): Promise<void> {
  await db('webhooks.deliveries')
    .whereNot({ state: 'waiting' })
    .where('created_at', '<', addSeconds(clock.now(), -KEEP_DELIVERIES_SECONDS))
    .del();
}
