import type { Trx } from '#shared/db/open.ts';
import { lowestPlan, type Plan } from './catalogue.ts';
import type { BillingContext } from './context.ts';
import { paymentRequired, planUpgradeRequired } from './errors.ts';
import { readEntitlement } from './read-entitlement.ts';

/**
 * Checks that the plan allows one more display. A user who has more after a downgrade keeps them.
 * @throws {AppError} `402 payment_required`, `403 plan_upgrade_required`
 */
export async function checkDisplayLimit(
  context: BillingContext,
  trx: Trx,
  userId: string,
  held: number,
): Promise<void> {
  const entitlement = await readEntitlement(context, trx, userId);
  if (entitlement.unpaid) throw paymentRequired(entitlement);
  const allowsMore = ({ displays }: Plan) => displays === null || held < displays;
  if (allowsMore(context.catalogue[entitlement.plan])) return;
  throw planUpgradeRequired(entitlement, 'displays', lowestPlan(context.catalogue, allowsMore));
}
