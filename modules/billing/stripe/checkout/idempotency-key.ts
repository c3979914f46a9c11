import type { Db } from '#shared/db/open.ts';
import { Customer } from '../../models/customer.ts';
import { isFinal } from '../client/stripe-error.ts';
import type { StripeContext } from '../context.ts';

type Attempt = Pick<Customer, 'userId' | 'attempt'>;

/**
 * Makes something at Stripe once for each attempt of the user, however many callers try. Stripe remembers refusals and
 * failures under a key as well, for 24 hours: after one of those the next call makes another attempt.
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

/** Of those who saw the same attempt end, one begins the next. */
export async function beginNextAttempt(db: Db, { userId, attempt }: Attempt): Promise<void> {
  await Customer.query(db)
    .patch({ attempt: attempt + 1 })
    .where({ user_id: userId, attempt });
}
