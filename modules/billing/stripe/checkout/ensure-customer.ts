import { authenticationFailed } from '#shared/errors.ts';
import { Customer } from '../../models/customer.ts';
import { stripeCustomer } from '../client/objects.ts';
import type { StripeClient } from '../client/stripe-client.ts';
import { isMissing } from '../client/stripe-error.ts';
import type { StripeContext } from '../context.ts';
import { deleteCustomer } from '../offboarding/remove-customer.ts';
import { withIdempotencyKey } from './idempotency-key.ts';

/** A customer that Stripe knows. */
export type KnownCustomer = Pick<Customer, 'userId' | 'attempt'> & { stripeCustomerId: string };

/**
 * The user's customer at Stripe, made if there is none. Parallel callers get one and the same: the key makes Stripe
 * create it once, whichever process asks.
 * @throws {StripeError}
 * @throws {AppError} `401`, or the database's error, when the user is gone
 */
export async function ensureCustomer(context: StripeContext, userId: string): Promise<KnownCustomer> {
  const { clock, db, log, stripe } = context;
  const stored = () => Customer.query(db).findById(userId);
  if (!(await stored()))
    await Customer.query(db).insert({ userId, createdAt: clock.now() }).onConflict('user_id').ignore();
  const before = await stored();
  if (!before) throw authenticationFailed(); // deleted at this very moment
  if (isKnown(before)) return before;
  const made = await withIdempotencyKey(context, before, `customer:${userId}`, (key) =>
    stripe.post('/v1/customers', { metadata: { userId } }, stripeCustomer, key),
  );
  await Customer.query(db)
    .patch({ stripeCustomerId: made.id })
    .where({ user_id: userId })
    .whereNull('stripe_customer_id');
  const after = await stored();
  if (after?.stripeCustomerId !== made.id)
    await deleteCustomer(stripe, made.id).catch((err) =>
      log.warn({ err }, 'a customer is left over at Stripe'),
    );
  if (!after || !isKnown(after)) throw authenticationFailed();
  return after;
}

function isKnown(customer: Customer): customer is Customer & KnownCustomer {
  return customer.stripeCustomerId !== null;
}

/** False while Stripe has the customer; otherwise it is forgotten, and the next one is made anew. */
export async function forgetIfDeleted(
  { db, stripe }: StripeContext,
  { userId, stripeCustomerId }: KnownCustomer,
): Promise<boolean> {
  if (await customerExists(stripe, stripeCustomerId)) return false;
  await Customer.query(db)
    .patch({
      stripeCustomerId: null,
      nextReadAt: null,
      checkoutCertainAt: null,
      attempt: Customer.raw('attempt + 1') as never,
    })
    .where({ user_id: userId, stripe_customer_id: stripeCustomerId });
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
