import { type JobHandler, jobHandler } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { Billing } from '../../billing.ts';
import { eraseUser } from '../../erase-user.ts';
import type { LeaveContext } from '../context.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { leaveStripe } from './leave-stripe.ts';
import { removeCustomer } from './remove-customer.ts';
import { sweepFormer } from './sweep-former.ts';

/** What ends at Stripe with an account; needed as long as somebody may be paying there, plans or not. */
export interface Leave extends Pick<Billing, 'cancelSubscription' | 'eraseUser' | 'cleanUp'> {
  jobs: JobHandler[];
}

export function createLeave(context: LeaveContext): Leave {
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
      await leaveStripe(context, trx, userId);
      await eraseUser(trx, userId);
    },
    cleanUp: () => sweepFormer(context),
  };
}
