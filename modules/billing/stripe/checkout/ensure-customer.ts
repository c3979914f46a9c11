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
 * Returns the user's customer at Stripe, and creates it if there is none. Parallel callers get the same customer, because
 * Stripe creates only one per idempotency key.
 * @throws {StripeError}
 * @throws {AppError} `401`, or the database's error, when the user was deleted
 */
export async function ensureCustomer(context: StripeContext, userId: string): Promise<KnownCustomer> {
  const { clock, db, log, stripe } = context;
  const stored = () => Customer.query(db).findById(userId);
  if (!(await stored()))
    await Customer.query(db).insert({ userId, createdAt: clock.now() }).onConflict('user_id').ignore();
  const existing = await stored();
  if (!existing) throw authenticationFailed(); // deleted meanwhile
  if (isKnown(existing)) return existing;
  const made = await withIdempotencyKey(context, existing, `customer:${userId}`, (key) =>
    stripe.post('/v1/customers', { metadata: { userId } }, stripeCustomer, key),
  );
  await Customer.query(db)
    .patch({ stripeCustomerId: made.id })
    .where({ user_id: userId })
    .whereNull('stripe_customer_id');
  const latest = await stored();
  if (latest?.stripeCustomerId !== made.id)
    await deleteCustomer(stripe, made.id).catch((err) =>
      log.warn({ err }, 'an unused customer could not be deleted at Stripe'),
    );
  if (!latest || !isKnown(latest)) throw authenticationFailed();
  return latest;
}

function isKnown(customer: Customer): customer is Customer & KnownCustomer {
  return customer.stripeCustomerId !== null;
}

/** Returns false if the customer exists at Stripe. Otherwise removes its id, so that the next call creates a new one. */
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
