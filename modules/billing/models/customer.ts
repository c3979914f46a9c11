import { Model, snakeCaseMappers } from 'objection';

/** Who a user is at the payment provider. */
export class Customer extends Model {
  static override tableName = 'billing.customers';
  static override idColumn = 'user_id';
  static override columnNameMappers = snakeCaseMappers();

  declare userId: string;
  /** Null until Stripe has made the customer. */
  declare stripeCustomerId: string | null;
  declare createdAt: Date;
  /** When to read the customer from Stripe again although no event asks for it; null: never. */
  declare nextReadAt: Date | null;
  /** When it is certain what became of the last checkout; null when there was none. */
  declare checkoutCertainAt: Date | null;
  /** Part of the idempotency keys: what is made under one is made once. */
  declare attempt: number;
}
