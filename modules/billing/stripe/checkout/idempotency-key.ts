import type { Db } from '#shared/db/open.ts';
import { Customer } from '../../models/customer.ts';
import { isFinal } from '../client/stripe-error.ts';
import type { StripeContext } from '../context.ts';

type Attempt = Pick<Customer, 'userId' | 'attempt'>;

/**
 * Creates an object at Stripe once for each attempt of the user, even with parallel callers. Stripe also repeats refusals
 * and failures under a key for 24 hours, so the next call after one of those uses a new attempt.
 * @throws {StripeError}
 */
export async function withIdempotencyKey<T>(
  { db }: StripeContext,
  customer: Attempt,
  name: string,
  make: (key: string) => Promise<T>,
): Promise<T> {
  try {
    return await make(`${name}:${customer.attempt}`);
  } catch (error) {
    if (isFinal(error)) await beginNextAttempt(db, customer);
    throw error;
  }
}

/** Begins the next attempt. Of parallel callers with the same attempt only one does. */
export async function beginNextAttempt(db: Db, { userId, attempt }: Attempt): Promise<void> {
  await Customer.query(db)
    .patch({ attempt: attempt + 1 })
    .where({ user_id: userId, attempt });
}
