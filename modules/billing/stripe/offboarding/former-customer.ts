import { Model, snakeCaseMappers } from 'objection';

/** The customer of a deleted account. Subscriptions that still arrive for it are cancelled instead of stored. */
export class FormerCustomer extends Model {
  static override tableName = 'billing.former_customers';
  static override idColumn = 'stripe_customer_id';
  static override columnNameMappers = snakeCaseMappers();

  declare stripeCustomerId: string;
  declare nextTryAt: Date | null;
  declare removedAt: Date | null;
}
