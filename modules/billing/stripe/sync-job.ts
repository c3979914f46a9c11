import { type JobHandler, jobHandler } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { StripeContext } from './context.ts';
import { handleCustomer } from './sync/handle-customer.ts';

/** Concurrent calls of one process to Stripe, which allows 100 a second per account, 25 in test mode. */
const CONCURRENCY = 4;

export function syncJob(context: StripeContext): JobHandler {
  return jobHandler({
    queue: queues.syncCustomer,
    concurrency: CONCURRENCY,
    independent: true,
    handle: (payload) => handleCustomer(context, payload),
  });
}
