import { Row } from '#shared/db/row.ts';

/** An event that Stripe delivered. Its row ensures that it is handled once. */
export class StripeEvent extends Row {
  static override tableName = 'billing.stripe_events';

  declare id: string;
  declare type: string;
  declare customerId: string | null;
  declare receivedAt: Date;
  declare handledAt: Date | null;
}
