import { Row } from '#shared/db/row.ts';

export class Session extends Row {
  static override tableName = 'identity.sessions';

  declare id: string;
  declare userId: string;
  declare userAgent: string;
  declare ip: string;
  declare createdAt: Date;
  declare lastUsedAt: Date;
  /** The absolute limit: no token of this session outlives it. */
  declare expiresAt: Date;
  declare endedAt: Date | null;
}
