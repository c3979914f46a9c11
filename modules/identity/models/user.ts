import { Row } from '#shared/db/row.ts';

export class User extends Row {
  static override tableName = 'identity.users';

  declare id: string;
  declare email: string;
  declare emailKey: string;
  declare emailVerifiedAt: Date | null;
  declare username: string;
  declare usernameKey: string;
  /** Argon2id in PHC form; null for users who only sign in through a provider. */
  declare passwordHash: string | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
