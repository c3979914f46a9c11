import type { BillingContext } from '../context.ts';
import type { StripeClient } from './client/stripe-client.ts';

/** What talks to Stripe works with. */
export interface StripeContext extends BillingContext {
  stripe: StripeClient;
}
