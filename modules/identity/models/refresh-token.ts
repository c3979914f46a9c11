import { Model, snakeCaseMappers } from 'objection';

export class RefreshToken extends Model {
  static override tableName = 'identity.refresh_tokens';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare sessionId: string;
  declare userId: string;
  declare tokenHash: string;
  declare createdAt: Date;
  declare usedAt: Date | null;
}
