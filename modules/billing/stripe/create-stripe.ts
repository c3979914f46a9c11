import type { Config } from '#shared/config.ts';
import { jobHandler } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { Billing } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { createStripeClient, type StripeClient } from './client/stripe-client.ts';
import type { StripeContext } from './context.ts';
import { handleCustomer } from './handle-customer.ts';
import { createOffboarding } from './offboarding/create-offboarding.ts';
import { ownerRoutes, webhookRoutes } from './routes.ts';
import { sweepCustomers } from './sync/sweep-customers.ts';

/** Calls of one process to Stripe, which allows 100 a second per account, 25 in test mode. */
const MAX_CONCURRENT_CALLS = 4;

/** The part of billing that uses Stripe. */
export type StripePart = Pick<
  Billing,
  'ownerRoutes' | 'webhookRoutes' | 'jobs' | 'cancelSubscription' | 'eraseUser' | 'cleanUp'
>;

export function createStripe(billing: BillingContext): StripePart {
  const context: StripeContext = { ...billing, stripe: connectStripe(billing.config) };
  const offboarding = createOffboarding(context);
  return {
    ...offboarding,
    ownerRoutes: ownerRoutes(context),
    webhookRoutes: webhookRoutes(context),
    jobs: [
      jobHandler({
        queue: queues.syncCustomer,
        concurrency: MAX_CONCURRENT_CALLS,
        independent: true,
        handle: (payload) => handleCustomer(context, payload),
      }),
      ...offboarding.jobs,
    ],
    async cleanUp() {
      await sweepCustomers(context);
      await offboarding.cleanUp();
    },
  };
}

/** Creates the client. It opens no connection until it is called. */
export function connectStripe(config: Config): StripeClient {
  const { STRIPE_API_BASE, STRIPE_SECRET_KEY = '', STRIPE_TIMEOUT_SECONDS } = config;
  return createStripeClient({
    apiBase: STRIPE_API_BASE,
    secretKey: STRIPE_SECRET_KEY,
    timeoutMs: STRIPE_TIMEOUT_SECONDS * 1000,
  });
}
