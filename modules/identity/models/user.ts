import { Model, snakeCaseMappers } from 'objection';

export class User extends Model {
  static override tableName = 'identity.users';
  static override columnNameMappers = snakeCaseMappers();

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
