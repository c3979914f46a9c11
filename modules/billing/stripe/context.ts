import type { BillingContext, BillingDeps } from '../context.ts';
import type { StripeClient } from './client/stripe-client.ts';

/** What talks to Stripe works with. */
export interface StripeContext extends BillingContext {
  stripe: StripeClient;
}

/** What ends things there works with: no plan is needed for that. */
export type OffboardingContext = BillingDeps & Pick<StripeContext, 'stripe'>;
