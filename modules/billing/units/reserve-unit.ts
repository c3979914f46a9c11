import type { Trx } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { paymentRequired, quotaExceeded } from '../errors.ts';
import { readEntitlement } from '../read-entitlement.ts';
import { countUsed } from './count-used.ts';
import { takeUnits } from './take-units.ts';

/**
 * Reserves one unit for the subject in the caller's transaction. A subject that holds one already keeps it.
 * @throws {AppError} `402 payment_required`, `429 quota_exceeded`
 */
export async function reserveUnit(
  { catalogue, ...context }: BillingContext,
  trx: Trx,
  userId: string,
  quota: Quota,
  subjectId: string,
): Promise<void> {
  const entitlement = await readEntitlement(context, trx, userId);
  if (entitlement.unpaid) throw paymentRequired(entitlement);
  const { window } = entitlement;
  const limit = catalogue[entitlement.plan].quotas[quota];
  const account = { userId, quota, windowStart: window.start, limit, now: context.clock.now() };
  const { granted } = await takeUnits(trx, account, [subjectId]);
  if (granted || limit === null) return;
  throw quotaExceeded(entitlement, quota, limit, await countUsed(trx, userId, quota, window));
}
