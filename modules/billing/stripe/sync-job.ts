import { type JobHandler, jobHandler } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { StripeContext } from './context.ts';
import { handleCustomer } from './sync/handle-customer.ts';

/** Calls to Stripe that one process has under way at a time; Stripe takes 100 a second of an account, 25 in test mode. */
const CONCURRENCY = 4;

export function syncJob(context: StripeContext): JobHandler {
  return jobHandler({
    queue: queues.syncCustomer,
    concurrency: CONCURRENCY,
    independent: true,
    handle: (payload) => handleCustomer(context, payload),
  });
}
