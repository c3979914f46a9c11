import { Row } from '#shared/db/row.ts';

/** The customer of a deleted account. Subscriptions that still arrive for it are cancelled instead of stored. */
export class FormerCustomer extends Row {
  static override tableName = 'billing.former_customers';
  static override idColumn = 'stripe_customer_id';

  declare stripeCustomerId: string;
  declare nextTryAt: Date | null;
  declare removedAt: Date | null;
}
