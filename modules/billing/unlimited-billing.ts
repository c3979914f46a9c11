import type { Billing } from './billing.ts';
import { type Plan, QUOTAS } from './catalogue.ts';
import type { BillingDeps } from './context.ts';
import { eraseUser } from './erase-user.ts';
import { presentPlan } from './present-plan.ts';
import { billingRoutes } from './routes.ts';
import type { BillingState } from './schemas.ts';
import { connectStripe } from './stripe/create-stripe.ts';
import { createOffboarding } from './stripe/offboarding/create-offboarding.ts';
import { scheduleCustomerRemoval } from './stripe/offboarding/schedule-customer-removal.ts';
import { rollUpMovements } from './units/roll-up-movements.ts';

/** With `BILLING=off` every user has the unlimited plan and nothing is refused. */
export const unlimitedBilling: Billing = {
  ownerRoutes: [],
  webhookRoutes: [],
  jobs: [],
  subscriptionOf: async () => null,
  historyWindowStart: async () => null,
  cancelSubscription: async () => {},
  eraseUser,
  cleanUp: async () => {},
  check: async () => {},
  reserve: async () => {},
  reserveSome: async (_trx, _userId, _quota, subjectIds) => new Set(subjectIds),
  settle: async () => {},
  release: async () => {},
  checkDisplayLimit: async () => {},
};

/**
 * The same with routes for owners. Plans may have been on before; their subscriptions are then ended and cleaned up.
 */
export function createUnlimitedBilling(deps: BillingDeps): Billing {
  const read = async (userId: string) => unlimitedState(await deps.displaysHeld(userId));
  const former = deps.config.STRIPE_SECRET_KEY ? withOffboarding(deps) : withFormerCustomers(deps);
  return { ...unlimitedBilling, ...former, ownerRoutes: billingRoutes(read) };
}

/** With a Stripe key, subscriptions of deleted accounts are cancelled, as with plans. */
function withOffboarding(deps: BillingDeps): Partial<Billing> {
  const offboarding = createOffboarding({ ...deps, stripe: connectStripe(deps.config) });
  return {
    ...offboarding,
    async cleanUp() {
      await rollUpMovements(deps);
      await offboarding.cleanUp();
    },
  };
}

/** Without a key Stripe cannot be called: the log names the customer, which stays until there is a key. */
function withFormerCustomers(deps: BillingDeps): Partial<Billing> {
  const { log } = deps;
  return {
    async eraseUser(trx, userId) {
      const customer = await scheduleCustomerRemoval(deps, trx, userId);
      if (customer)
        log.warn({ customer }, 'a deleted account may still be charged: STRIPE_SECRET_KEY is not set');
      await eraseUser(trx, userId);
    },
    cleanUp: () => rollUpMovements(deps),
  };
}

const plan: Plan = {
  features: { ai_routing: true },
  quotas: { pushes: null, ai_analyses: null },
  displays: null,
  historyDays: null,
  prices: { month: null, year: null },
};

/** Only the displays are counted. */
function unlimitedState(displays: number): BillingState {
  return {
    ...{ plan: 'pro', status: null, subscription: null, unpaid: false, features: plan.features },
    quotas: QUOTAS.map((quota) => ({ quota, limit: null, used: 0, resetAt: null })),
    displays: { limit: null, used: displays },
    history: { days: null, windowStart: null },
    plans: [presentPlan('pro', plan)],
  };
}
