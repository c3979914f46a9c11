import { Model, snakeCaseMappers } from 'objection';

export class Session extends Model {
  static override tableName = 'identity.sessions';
  static override columnNameMappers = snakeCaseMappers();

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
