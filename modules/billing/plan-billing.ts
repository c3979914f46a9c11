import type { Billing } from './billing.ts';
import { checkDisplayLimit } from './check-display-limit.ts';
import { checkEntitlements } from './check-entitlements.ts';
import type { BillingContext } from './context.ts';
import { historyWindowStart } from './history-window.ts';
import { readBilling } from './read-billing.ts';
import { readSubscription } from './read-subscription.ts';
import { billingRoutes } from './routes.ts';
import { createStripe } from './stripe/create-stripe.ts';
import { releaseUnits, settleUnits } from './units/end-reservations.ts';
import { reserveSome } from './units/reserve-some.ts';
import { reserveUnit } from './units/reserve-unit.ts';
import { rollUpMovements } from './units/roll-up-movements.ts';

/** Plans from a catalogue, with subscriptions read from Stripe. */
export function createPlanBilling(context: BillingContext): Billing {
  const stripe = createStripe(context);
  return {
    ownerRoutes: [...billingRoutes((userId) => readBilling(context, userId)), ...stripe.ownerRoutes],
    webhookRoutes: stripe.webhookRoutes,
    jobs: stripe.jobs,
    subscriptionOf: (userId) => readSubscription(context, userId),
    historyWindowStart: (userId) => historyWindowStart(context, userId),
    cancelSubscription: stripe.cancelSubscription,
    eraseUser: stripe.eraseUser,
    async cleanUp() {
      await rollUpMovements(context);
      await stripe.cleanUp();
    },
    check: (queryable, userId, need) => checkEntitlements(context, queryable, userId, need),
    reserve: (trx, userId, quota, subjectId) => reserveUnit(context, trx, userId, quota, subjectId),
    reserveSome: (trx, userId, quota, subjectIds) => reserveSome(context, trx, userId, quota, subjectIds),
    settle: (trx, quota, subjectIds) => settleUnits(context, trx, quota, subjectIds),
    release: (trx, quota, subjectIds) => releaseUnits(context, trx, quota, subjectIds),
    checkDisplayLimit: (trx, userId, held) => checkDisplayLimit(context, trx, userId, held),
  };
}
