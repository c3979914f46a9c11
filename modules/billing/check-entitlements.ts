import type { Queryable } from '#shared/db/open.ts';
import type { RequiredEntitlements } from './billing.ts';
import { lowestPlan } from './catalogue.ts';
import type { BillingContext } from './context.ts';
import { paymentRequired, planUpgradeRequired, quotaExceeded } from './errors.ts';
import { readEntitlement } from './read-entitlement.ts';
import { countUsed } from './units/count-used.ts';

/**
 * Checks that the plan allows a call. Reserves nothing. A call that needs no entitlement is never refused.
 * @throws {AppError} `402 payment_required`, `403 plan_upgrade_required`, `429 quota_exceeded`
 */
export async function checkEntitlements(
  context: BillingContext,
  queryable: Queryable,
  userId: string,
  { feature, quotas = [] }: RequiredEntitlements,
): Promise<void> {
  if (!feature && quotas.length === 0) return;
  const entitlement = await readEntitlement(context, queryable, userId);
  const plan = context.catalogue[entitlement.plan];
  if (entitlement.unpaid) throw paymentRequired(entitlement);
  if (feature && !plan.features[feature]) {
    const required = lowestPlan(context.catalogue, ({ features }) => features[feature]);
    throw planUpgradeRequired(entitlement, feature, required);
  }
  for (const quota of quotas) {
    const limit = plan.quotas[quota];
    if (limit === null) continue;
    const used = await countUsed(queryable, userId, quota, entitlement.window);
    if (used >= limit) throw quotaExceeded(entitlement, quota, limit, used);
  }
}
