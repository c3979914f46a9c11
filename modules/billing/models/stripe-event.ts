import { Model, snakeCaseMappers } from 'objection';

/** An event that Stripe delivered. Its row ensures that it is handled once. */
export class StripeEvent extends Model {
  static override tableName = 'billing.stripe_events';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare type: string;
  declare customerId: string | null;
  declare receivedAt: Date;
  declare handledAt: Date | null;
}
