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
  declare linkedAt: Date;
}
