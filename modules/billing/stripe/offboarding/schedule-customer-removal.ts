import { addSeconds } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { BillingDeps } from '../../context.ts';
import { Customer } from '../../models/customer.ts';
import { RETRY_SECONDS } from '../enqueue-due.ts';
import { FormerCustomer } from './former-customer.ts';

/**
 * Has the user's customer removed at Stripe once the transaction commits, and remembers its id: a checkout that was
 * open meanwhile must not leave a customer paying. Returns that id; null for a user without a customer.
 */
export async function scheduleCustomerRemoval(
  { clock, jobs }: Pick<BillingDeps, 'clock' | 'jobs'>,
  trx: Trx,
  userId: string,
): Promise<string | null> {
  const customer = await Customer.query(trx).findById(userId).forUpdate();
  const { stripeCustomerId } = customer ?? {};
  if (!stripeCustomerId) return null; // one that is being created now is deleted by the call that creates it
  const nextTryAt = addSeconds(clock.now(), RETRY_SECONDS);
  await FormerCustomer.query(trx).insert({ stripeCustomerId, nextTryAt, removedAt: null });
  await jobs.send(trx, queues.removeCustomer, { customerId: stripeCustomerId });
  return stripeCustomerId;
}
