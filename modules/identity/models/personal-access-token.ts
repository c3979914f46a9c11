import { Model, snakeCaseMappers } from 'objection';

export class PersonalAccessToken extends Model {
  static override tableName = 'identity.personal_access_tokens';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare userId: string;
  declare name: string;
  declare prefix: string;
  declare tokenHash: string;
  declare createdAt: Date;
  declare expiresAt: Date | null;
  declare lastUsedAt: Date | null;
}
