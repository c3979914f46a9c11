import type { Trx } from '#shared/db/open.ts';
import type { Route } from '#shared/http/route.ts';
import type { JobHandler } from '#shared/jobs/jobs.ts';
import type { BillingContext } from '../context.ts';
import { createStripeClient } from './client/stripe-client.ts';
import type { StripeContext } from './context.ts';
import { stripeJobs } from './jobs.ts';
import { cancelSubscription } from './leave/cancel-subscription.ts';
import { leaveStripe } from './leave/leave-stripe.ts';
import { ownerRoutes, webhookRoutes } from './routes.ts';
import { sweep } from './sync/sweep.ts';

/** Everything of billing that happens at Stripe. */
export interface StripePart {
  ownerRoutes: Route[];
  webhookRoutes: Route[];
  jobs: JobHandler[];
  /** @throws {StripeError} when Stripe does not do it */
  cancelSubscription(userId: string): Promise<void>;
  /** To be called before the user's rows are deleted. */
  leave(trx: Trx, userId: string): Promise<void>;
  /** Once an hour: heals what got lost, forgets what is over. */
  cleanUp(): Promise<void>;
}

export function createStripe(billing: BillingContext): StripePart {
  const { STRIPE_API_BASE, STRIPE_SECRET_KEY = '', STRIPE_TIMEOUT_SECONDS } = billing.config;
  const stripe = createStripeClient({
    apiBase: STRIPE_API_BASE,
    secretKey: STRIPE_SECRET_KEY,
    timeoutMs: STRIPE_TIMEOUT_SECONDS * 1000,
  });
  const context: StripeContext = { ...billing, stripe };
  return {
    ownerRoutes: ownerRoutes(context),
    webhookRoutes: webhookRoutes(context),
    jobs: stripeJobs(context),
    cancelSubscription: (userId) => cancelSubscription(context, userId),
    leave: (trx, userId) => leaveStripe(context, trx, userId),
    cleanUp: () => sweep(context),
  };
}
