import { Row } from '#shared/db/row.ts';

export class PersonalAccessToken extends Row {
  static override tableName = 'identity.personal_access_tokens';

  declare id: string;
  declare userId: string;
  declare name: string;
  declare prefix: string;
  declare tokenHash: string;
  declare createdAt: Date;
  declare expiresAt: Date | null;
  declare lastUsedAt: Date | null;
}
