import { addSeconds } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { BillingDeps } from '../../context.ts';
import { Customer } from '../../models/customer.ts';
import { RETRY_SECONDS } from '../enqueue-due.ts';
import { FormerCustomer } from './former-customer.ts';

/**
 * Enqueues the removal of the user's customer at Stripe and stores its id, because a checkout that was open meanwhile may
 * still be paid. Returns the id; null for a user without a customer.
 */
export async function scheduleCustomerRemoval(
  { clock, jobs }: Pick<BillingDeps, 'clock' | 'jobs'>,
  trx: Trx,
  userId: string,
): Promise<string | null> {
  const customer = await Customer.query(trx).findById(userId).forUpdate();
  const { stripeCustomerId } = customer ?? {};
  if (!stripeCustomerId) return null; // a customer that is being created now is deleted by the call that creates it
  const nextTryAt = addSeconds(clock.now(), RETRY_SECONDS);
  await FormerCustomer.query(trx).insert({ stripeCustomerId, nextTryAt, removedAt: null });
  await jobs.send(trx, queues.removeCustomer, { customerId: stripeCustomerId });
  return stripeCustomerId;
}
