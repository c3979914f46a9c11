import { Row } from '#shared/db/row.ts';

export class RefreshToken extends Row {
  static override tableName = 'identity.refresh_tokens';

  declare id: string;
  declare sessionId: string;
  declare userId: string;
  declare tokenHash: string;
  declare createdAt: Date;
  declare usedAt: Date | null;
}
