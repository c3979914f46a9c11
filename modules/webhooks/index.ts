import { eraseEvents } from '#shared/db/outbox.ts';
import { jobHandler } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { AddressGuard } from '#shared/links/address-guard.ts';
import { deleteOldDeliveries } from './clean-up.ts';
import type { WebhooksContext, WebhooksDeps } from './context.ts';
import { runDeliveries } from './deliveries/run-deliveries.ts';
import { Endpoint } from './models/endpoint.ts';
import { webhookRoutes } from './routes.ts';
import { isWatching, watchDisplays } from './watch-displays.ts';
import type { Webhooks } from './webhooks.ts';

export type { WebhooksDeps } from './context.ts';
export type { Deliveries } from './deliveries/run-deliveries.ts';
export type { Webhooks } from './webhooks.ts';

/** Shorter than the lease of a lane. */
const MAX_ATTEMPT_MS = 15_000;
/** Interval of the checks for displays that went offline. */
const WATCH_INTERVAL_SECONDS = 30;

/** Webhooks after Standard Webhooks 1.0. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  let guard: Promise<AddressGuard> | undefined;
  const context: WebhooksContext = {
    attemptMs: MAX_ATTEMPT_MS,
    ...deps,
    guard() {
      guard ??= import('#shared/links/address-guard.ts').then(({ createAddressGuard }) =>
        createAddressGuard({ allow: deps.config.WEBHOOK_ALLOW }),
      );
      return guard;
    },
  };
  return {
    ownerRoutes: webhookRoutes(context),
    jobs: [
      jobHandler({
        queue: queues.watchDisplays,
        concurrency: 1,
        every: { seconds: WATCH_INTERVAL_SECONDS, isDue: () => isWatching(context) },
        handle: () => watchDisplays(context),
      }),
    ],
    runDeliveries: () => runDeliveries(context),
    async eraseUser(trx, userId) {
      await Endpoint.query(trx).where({ user_id: userId }).delete();
      await trx('webhooks.display_presence').where({ user_id: userId }).del();
      await eraseEvents(trx, userId);
    },
    cleanUp: () => deleteOldDeliveries(context),
  };
}
