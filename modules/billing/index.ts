import type { Billing } from './billing.ts';
import { unlimitedBilling } from './unlimited-billing.ts';

export type { Billing, Feature, Need, Quota, Subscription } from './billing.ts';
export { unlimitedBilling } from './unlimited-billing.ts';

export function createBilling(): Billing {
  return unlimitedBilling;
}
