import { Row } from '#shared/db/row.ts';

/** The display id of events without a display. */
export const NO_DISPLAY = '00000000-0000-0000-0000-000000000000';

/** One event for one endpoint. */
export class Delivery extends Row {
  static override tableName = 'webhooks.deliveries';

  declare id: string;
  declare endpointId: string;
  /** Ascending; deliveries of one lane are sent in this order. */
  declare sequence: string;
  declare displayId: string;
  /** The same for every endpoint and attempt, so that receivers recognise repeats. */
  declare messageId: string;
  declare type: string;
  /** The exact bytes that are signed and sent. */
  declare body: string;
  declare state: 'waiting' | 'delivered' | 'failed';
  declare attempts: number;
  declare firstAttemptAt: Date | null;
  declare nextAttemptAt: Date | null;
  declare responseStatus: number | null;
  declare error: string | null;
  declare deliveredAt: Date | null;
  declare createdAt: Date;
}
