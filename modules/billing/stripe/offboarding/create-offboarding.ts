import { type JobHandler, jobHandler } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { Billing } from '../../billing.ts';
import { eraseUser } from '../../erase-user.ts';
import type { OffboardingContext } from '../context.ts';
import { cancelSubscription } from './end-subscriptions.ts';
import { removeCustomer } from './remove-customer.ts';
import { scheduleCustomerRemoval } from './schedule-customer-removal.ts';
import { sweepFormerCustomers } from './sweep-former-customers.ts';

/** Ends a deleted account's subscriptions at Stripe. Needed with `BILLING=off` too, while a customer may still pay there. */
export interface Offboarding extends Pick<Billing, 'cancelSubscription' | 'eraseUser' | 'cleanUp'> {
  jobs: JobHandler[];
}

export function createOffboarding(context: OffboardingContext): Offboarding {
  return {
    jobs: [
      jobHandler({
        queue: queues.removeCustomer,
        concurrency: 2,
        handle: ({ customerId }) => removeCustomer(context, customerId),
      }),
    ],
    cancelSubscription: (userId) => cancelSubscription(context, userId),
    async eraseUser(trx, userId) {
      await scheduleCustomerRemoval(context, trx, userId);
      await eraseUser(trx, userId);
    },
    cleanUp: () => sweepFormerCustomers(context),
  };
}
