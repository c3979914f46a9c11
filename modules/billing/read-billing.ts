import { PLAN_NAMES, QUOTAS } from './catalogue.ts';
import type { BillingContext } from './context.ts';
import { historyStart } from './history-window.ts';
import { presentPlan } from './present-plan.ts';
import { readEntitlement } from './read-entitlement.ts';
import { subscriptionOf } from './read-subscription.ts';
import type { BillingState } from './schemas.ts';
import { countUsed } from './units/count-used.ts';

/** Reads a user's plan, quotas and limits, for the billing page. */
export async function readBilling(context: BillingContext, userId: string): Promise<BillingState> {
  const { catalogue, db } = context;
  const entitlement = await readEntitlement(context, db, userId);
  const { plan, status, unpaid, subscription, window } = entitlement;
  const { features, quotas, displays, historyDays } = catalogue[plan];
  const quotaState = async (quota: (typeof QUOTAS)[number]) => ({
    quota,
    limit: quotas[quota],
    used: await countUsed(db, userId, quota, window),
    resetAt: window.end.toISOString(),
  });
  return {
    ...{ plan, status, unpaid, features },
    subscription: subscription && {
      ...subscriptionOf(subscription),
      currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    },
    quotas: await Promise.all(QUOTAS.map(quotaState)),
    displays: { limit: displays, used: await context.displaysHeld(userId) },
    history: {
      days: historyDays,
      windowStart: historyStart(context, entitlement)?.toISOString() ?? null,
    },
    plans: PLAN_NAMES.map((name) => presentPlan(name, catalogue[name])),
  };
}
