import { Model, snakeCaseMappers } from 'objection';

/** Who a deleted account was at Stripe: what still arrives for it is ended instead of stored. */
export class FormerCustomer extends Model {
  static override tableName = 'billing.former_customers';
  static override idColumn = 'stripe_customer_id';
  static override columnNameMappers = snakeCaseMappers();

  declare stripeCustomerId: string;
  declare nextTryAt: Date | null;
  declare removedAt: Date | null;
}
