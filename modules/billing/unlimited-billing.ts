import type { Billing } from './billing.ts';
import { eraseUser } from './erase-user.ts';

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
