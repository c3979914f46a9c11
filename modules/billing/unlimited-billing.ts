import type { Billing } from './billing.ts';
import { type Plan, QUOTAS } from './catalogue.ts';
import type { BillingDeps } from './context.ts';
import { eraseUser } from './erase-user.ts';
import { presentPlan } from './present-plan.ts';
import { billingRoutes } from './routes.ts';
import type { BillingState } from './schemas.ts';

/** With `BILLING=off` everybody is on the unlimited plan and nothing is ever refused. */
export const unlimitedBilling: Billing = {
  ownerRoutes: [],
  webhookRoutes: [],
  jobs: [],
  subscriptionOf: async () => null,
  historyWindowStart: async () => null,
  cancelSubscription: async () => {},
  // Plans may have been on before.
  eraseUser,
  cleanUp: async () => {},
  check: async () => {},
  reserve: async () => {},
  reserveSome: async (_trx, _userId, _quota, subjectIds) => new Set(subjectIds),
  settle: async () => {},
  release: async () => {},
  checkDisplayLimit: async () => {},
};

/** The same, for owners in front of a screen as well. */
export function createUnlimitedBilling({ displaysHeld }: BillingDeps): Billing {
  const read = async (userId: string) => unlimitedState(await displaysHeld(userId));
  return { ...unlimitedBilling, ownerRoutes: billingRoutes(read) };
}

const plan: Plan = {
  features: { ai_routing: true },
  quotas: { pushes: null, ai_analyses: null },
  displays: null,
  historyDays: null,
  prices: { month: null, year: null },
};

/** Nothing is counted but the displays. */
function unlimitedState(displays: number): BillingState {
  return {
    ...{ plan: 'pro', status: null, subscription: null, features: plan.features },
    quotas: QUOTAS.map((quota) => ({ quota, limit: null, used: 0, resetAt: null })),
    displays: { limit: null, used: displays },
    history: { days: null, windowStart: null },
    plans: [presentPlan('pro', plan)],
  };
}
