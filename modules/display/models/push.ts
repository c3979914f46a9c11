import { Row } from '#shared/db/row.ts';

/** The queue entry and delivery record of a presentation bound for a panel. */
export class Push extends Row {
  static override tableName = 'display.pushes';
  static override idColumn = 'presentation_id';

  declare presentationId: string;
  declare userId: string;
  declare deviceId: string;
  declare bindingId: string;
  declare queuedAt: Date | null;
  declare publishedAt: Date | null;
  declare confirmedAt: Date | null;
  declare expiredAt: Date | null;
  declare failedCommandIds: string[];
  /** The last command whose frame was sent to the panel to its last byte. */
  declare fetchedCommandId: string | null;
  /** Number of commands whose frame was sent completely although the panel reported that it could not fetch it. */
  declare fetchFailures: number;
  declare lastFetchFailure: string | null;
  declare unconfirmedSeconds: number;
  declare createdAt: Date;
}
