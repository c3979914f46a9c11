import type { BillingContext, BillingDeps } from '../context.ts';
import type { StripeClient } from './client/stripe-client.ts';

/** The context of use cases that call Stripe. */
export interface StripeContext extends BillingContext {
  stripe: StripeClient;
}

/** The context of use cases that end subscriptions, which need no catalogue. */
export type OffboardingContext = BillingDeps & Pick<StripeContext, 'stripe'>;
