import { Customer } from '../../models/customer.ts';
import { StoredSubscription } from '../../models/stored-subscription.ts';
import { stripePortal } from '../client/objects.ts';
import { StripeError } from '../client/stripe-error.ts';
import type { StripeContext } from '../context.ts';
import { neverSubscribed } from '../errors.ts';
import { type Owner, syncCustomer } from '../sync/sync-customer.ts';
import { customerExists } from './ensure-customer.ts';
import { returnAddress } from './return-address.ts';

/**
 * The address of the page where the user changes what they pay for, or how.
 * @throws {AppError} `409 invalid_state` for who never subscribed
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

/** Who has only just paid may be here before the event is. */
async function hasSubscribed(context: StripeContext, customer: Owner): Promise<boolean> {
  const stored = () => StoredSubscription.query(context.db).findById(customer.userId);
  if (await stored()) return true;
  await syncCustomer(context, customer);
  return (await stored()) !== undefined;
}
