import { Customer } from '../../models/customer.ts';
import type { OffboardingContext } from '../context.ts';
import { endSubscriptions } from './end-subscriptions.ts';

/**
 * Cancels whatever the user pays for, before the account is deleted.
 * @throws {StripeError} when Stripe does not do it; nothing may be deleted then
 */
export async function cancelSubscription(context: OffboardingContext, userId: string): Promise<void> {
  const customer = await Customer.query(context.db).findById(userId);
  if (customer?.stripeCustomerId) await endSubscriptions(context, customer.stripeCustomerId);
}
