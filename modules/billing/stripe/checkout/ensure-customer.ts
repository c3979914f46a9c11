import { userIsGone } from '#shared/db/open.ts';
import { Customer } from '../../models/customer.ts';
import { stripeCustomer } from '../client/objects.ts';
import type { StripeClient } from '../client/stripe-client.ts';
import { isMissing } from '../client/stripe-error.ts';
import type { StripeContext } from '../context.ts';
import { deleteCustomer } from '../leave/remove-customer.ts';

/**
 * The user's customer at Stripe, made if there is none. Parallel callers get one and the same: the key makes Stripe
 * create it once, whichever process asks.
 * @throws {StripeError}, and the database's error when the user is gone
 */
export async function ensureCustomer(context: StripeContext, userId: string): Promise<string> {
  const known = await Customer.query(context.db).findById(userId);
  return known?.stripeCustomerId ?? createCustomer(context, userId, 'first');
}

/** False while the customer is there; otherwise the user has a new one afterwards. */
export async function replaceIfDeleted(
  context: StripeContext,
  userId: string,
  stripeCustomerId: string,
): Promise<boolean> {
  if (await customerExists(context.stripe, stripeCustomerId)) return false;
  await createCustomer(context, userId, stripeCustomerId);
  return true;
}

export async function customerExists(stripe: StripeClient, stripeCustomerId: string): Promise<boolean> {
  try {
    return !(await stripe.get(`/v1/customers/${stripeCustomerId}`, {}, stripeCustomer)).deleted;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** @param instead of which customer, for under one key Stripe would answer with that one again */
async function createCustomer(
  { clock, db, log, stripe }: StripeContext,
  userId: string,
  instead: string,
): Promise<string> {
  const key = `customer:${userId}:${instead}`;
  const made = await stripe.post('/v1/customers', { metadata: { userId } }, stripeCustomer, key);
  const mine = { user_id: userId, stripe_customer_id: made.id };
  try {
    await db('billing.customers')
      .where({ ...mine, stripe_customer_id: instead })
      .update(mine);
    await db('billing.customers')
      .insert({ ...mine, created_at: clock.now() })
      .onConflict('user_id')
      .ignore();
  } catch (error) {
    if (userIsGone(error))
      await deleteCustomer(stripe, made.id).catch((err) =>
        log.warn({ err }, 'a customer is left over at Stripe'),
      );
    throw error;
  }
  const kept = await Customer.query(db).findById(userId).throwIfNotFound();
  return kept.stripeCustomerId;
}
