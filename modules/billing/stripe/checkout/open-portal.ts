import { Customer } from '../../models/customer.ts';
import { StoredSubscription } from '../../models/stored-subscription.ts';
import { stripePortal } from '../client/objects.ts';
import { StripeError } from '../client/stripe-error.ts';
import type { StripeContext } from '../context.ts';
import { neverSubscribed } from '../errors.ts';
import { type CustomerOfUser, syncCustomer } from '../sync/sync-customer.ts';
import { customerExists } from './ensure-customer.ts';
import { returnAddress } from './return-address.ts';

/**
 * Returns the address of the page where the user changes the subscription or the payment method.
 * @throws {AppError} `409 invalid_state` for a user who never subscribed
 * @throws {StripeError}
 */
export async function openPortal(context: StripeContext, userId: string): Promise<string> {
  const { config, db, stripe } = context;
  const customer = await Customer.query(db).findById(userId);
  const { stripeCustomerId } = customer ?? {};
  if (!stripeCustomerId || !(await hasSubscribed(context, { userId, stripeCustomerId })))
    throw neverSubscribed();
  const parameters = { customer: stripeCustomerId, return_url: returnAddress(config) };
  try {
    return (await stripe.post('/v1/billing_portal/sessions', parameters, stripePortal)).url;
  } catch (error) {
    const refused = error instanceof StripeError && error.failure === 'refused';
    if (!refused || (await customerExists(stripe, stripeCustomerId))) throw error;
    throw neverSubscribed();
  }
}

/** Also reads from Stripe, because the event of a recent payment may not have arrived yet. */
async function hasSubscribed(context: StripeContext, customer: CustomerOfUser): Promise<boolean> {
  const stored = () => StoredSubscription.query(context.db).findById(customer.userId);
  if (await stored()) return true;
  await syncCustomer(context, customer);
  return (await stored()) !== undefined;
}
