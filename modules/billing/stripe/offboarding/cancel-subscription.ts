import { Customer } from '../../models/customer.ts';
import type { OffboardingContext } from '../context.ts';
import { endSubscriptions } from './end-subscriptions.ts';

/**
 * Cancels all subscriptions of the user, before the account is deleted.
 * @throws {StripeError} when Stripe fails: then the account must not be deleted
 */
export async function cancelSubscription(context: OffboardingContext, userId: string): Promise<void> {
  const customer = await Customer.query(context.db).findById(userId);
  if (customer?.stripeCustomerId) await endSubscriptions(context, customer.stripeCustomerId);
}
