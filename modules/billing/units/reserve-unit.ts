import type { Trx } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { paymentRequired, quotaExceeded } from '../errors.ts';
import { readEntitlement } from '../read-entitlement.ts';
import { claimUnits } from './claim-units.ts';
import { countUsed } from './count-used.ts';

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
  const standing = await readEntitlement(context, trx, userId);
  if (standing.unpaid) throw paymentRequired(standing);
  const { window } = standing;
  const limit = catalogue[standing.plan].quotas[quota];
  const account = { userId, quota, windowStart: window.start, limit, now: context.clock.now() };
  const { granted } = await claimUnits(trx, account, [subjectId]);
  if (granted || limit === null) return;
  throw quotaExceeded(standing, quota, limit, await countUsed(trx, userId, quota, window));
}
