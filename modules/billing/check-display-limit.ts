import type { Trx } from '#shared/db/open.ts';
import { lowestPlan, type Plan } from './catalogue.ts';
import type { BillingContext } from './context.ts';
import { paymentRequired, planUpgradeRequired } from './errors.ts';
import { readEntitlement } from './read-entitlement.ts';

/**
 * Refuses one more display than the plan allows. A user who holds more than that, after a downgrade, keeps them.
 * @throws {AppError} `402 payment_required`, `403 plan_upgrade_required`
 */
export async function checkDisplayLimit(
  context: BillingContext,
  trx: Trx,
  userId: string,
  held: number,
): Promise<void> {
  const standing = await readEntitlement(context, trx, userId);
  if (standing.unpaid) throw paymentRequired(standing);
  const allowsMore = ({ displays }: Plan) => displays === null || held < displays;
  if (allowsMore(context.catalogue[standing.plan])) return;
  throw planUpgradeRequired(standing, 'displays', lowestPlan(context.catalogue, allowsMore));
}
