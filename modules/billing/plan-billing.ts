import type { Billing } from './billing.ts';
import type { BillingContext } from './context.ts';
import { unlimitedBilling } from './unlimited-billing.ts';

/** Plans from a catalogue, with what each user pays for read from Stripe. */
export function createPlanBilling(_context: BillingContext): Billing {
  return { ...unlimitedBilling };
}
