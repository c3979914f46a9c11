import { Model, snakeCaseMappers } from 'objection';
import type { ProviderName } from '../providers/provider.ts';

export class OauthAccount extends Model {
  static override tableName = 'identity.oauth_accounts';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare userId: string;
  declare provider: ProviderName;
  declare issuer: string;
  declare subject: string;
  declare email: string;
  declare emailVerified: boolean;
  /** Encrypted; the context of the encryption is this row's id. */
  declare refreshToken: string | null;
  /** The client id that the refresh token was issued to. */
  declare refreshTokenClientId: string | null;
  declare linkedAt: Date;
}
