import type { IdentityContext } from '../context.ts';
import { OauthAccount } from '../models/oauth-account.ts';
import { refreshTokenContext } from '../providers/oauth-grants.ts';

/**
 * Gives every grant that providers made for the user back. Repeatable: what has been revoked is forgotten at once.
 * @throws when a provider does not answer or refuses
 */
export async function revokeGrants(context: IdentityContext, userId: string): Promise<void> {
  const { db, keys, log, providers } = context;
  const accounts = await OauthAccount.query(db).where({ user_id: userId }).whereNotNull('refresh_token');
  for (const { id, refreshToken, refreshTokenClientId } of accounts) {
    if (refreshToken === null || refreshTokenClientId === null) continue;
    // A deployment that gave up its Apple settings cannot revoke any more; the user may leave all the same.
    if (!providers.revokeApple) log.warn({ userId }, 'Apple is not configured: a grant is not revoked');
    else
      await providers.revokeApple(refreshTokenClientId, keys.decrypt(refreshToken, refreshTokenContext(id)));
    await OauthAccount.query(db)
      .patch({ refreshToken: null, refreshTokenClientId: null })
      .where({ id, refresh_token: refreshToken });
  }
}
