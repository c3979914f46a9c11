import { Model, snakeCaseMappers } from 'objection';

/** A user's customer at the payment provider. */
export class Customer extends Model {
  static override tableName = 'billing.customers';
  static override idColumn = 'user_id';
  static override columnNameMappers = snakeCaseMappers();

  declare userId: string;
  /** Null until the customer exists at Stripe. */
  declare stripeCustomerId: string | null;
  declare createdAt: Date;
  /** When to read the customer from Stripe again without an event; null: never. */
  declare nextReadAt: Date | null;
  /** When the outcome of the last checkout is certain; null without a checkout. */
  declare checkoutCertainAt: Date | null;
  /** Part of the idempotency keys for Stripe. */
  declare attempt: number;
}
