import { Row } from '#shared/db/row.ts';

export type ProviderName = 'google' | 'apple';

export class OauthAccount extends Row {
  static override tableName = 'identity.oauth_accounts';

  declare id: string;
  declare userId: string;
  declare provider: ProviderName;
  declare issuer: string;
  declare subject: string;
  declare email: string;
  declare emailVerified: boolean;
  declare linkedAt: Date;
}
