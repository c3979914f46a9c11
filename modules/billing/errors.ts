import { AppError } from '#shared/errors.ts';
import type { Feature, Quota } from './billing.ts';
import type { PlanName } from './catalogue.ts';
import type { Entitlement } from './read-entitlement.ts';

export function paymentRequired({ status, plan }: Entitlement): AppError {
  return new AppError(402, 'payment_required', 'The payment for your plan has failed.', {
    status,
    currentTier: plan,
  });
}

/** `requiredTier` is null when no plan allows it. */
export function planUpgradeRequired(
  { status, plan }: Entitlement,
  feature: Feature | 'displays',
  requiredTier: PlanName | null,
): AppError {
  return new AppError(403, 'plan_upgrade_required', 'Your plan does not include this.', {
    feature,
    requiredTier,
    currentTier: plan,
    status,
  });
}

export function quotaExceeded(
  { plan, window }: Entitlement,
  quota: Quota,
  limit: number,
  used: number,
): AppError {
  return new AppError(429, 'quota_exceeded', 'You have used up what your plan includes for now.', {
    quota,
    limit,
    used,
    resetAt: window.end.toISOString(),
    currentTier: plan,
  });
}
