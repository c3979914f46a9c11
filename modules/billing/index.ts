import type { Billing } from './billing.ts';
import type { BillingDeps } from './context.ts';
import { createPlanBilling } from './plan-billing.ts';
import { readCatalogue } from './read-catalogue.ts';
import { createUnlimitedBilling } from './unlimited-billing.ts';

export type { Billing, Feature, Quota, RequiredEntitlements, Subscription } from './billing.ts';
export type { BillingDeps } from './context.ts';
export { planRefusalShapes, planRefusals } from './plan-refusals.ts';
export { unlimitedBilling } from './unlimited-billing.ts';

/**
 * Plans, quotas and payment.
 * @throws {StartError} when PLANS_FILE is not usable
 */
export function createBilling(deps: BillingDeps): Billing {
  if (deps.config.BILLING === 'off') return createUnlimitedBilling(deps);
  return createPlanBilling({ ...deps, catalogue: readCatalogue(deps.config) });
}
