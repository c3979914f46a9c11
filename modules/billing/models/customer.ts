import { Row } from '#shared/db/row.ts';

/** A user's customer at the payment provider. */
export class Customer extends Row {
  static override tableName = 'billing.customers';
  static override idColumn = 'user_id';

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
