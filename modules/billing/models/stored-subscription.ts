import { Row } from '#shared/db/row.ts';
import type { Subscription } from '../billing.ts';

/** A user's subscription as it was last read from the payment provider. */
export class StoredSubscription extends Row {
  static override tableName = 'billing.subscriptions';
  static override idColumn = 'user_id';

  declare userId: string;
  declare stripeSubscriptionId: string;
  declare status: Subscription['status'];
  declare plan: Subscription['plan'];
  declare interval: Subscription['interval'];
  declare currentPeriodStart: Date;
  declare currentPeriodEnd: Date;
  declare cancelAtPeriodEnd: boolean;
  /** When the status became `past_due`; null for other statuses. The days of grace count from here. */
  declare pastDueSince: Date | null;
  /** From `billing.sync_tickets`, taken before the provider was read; written only over a lower one. */
  declare syncTicket: number;
  declare updatedAt: Date;
}
