import type { IdentityContext } from '../context.ts';
import { deleteGrant, grantsOf, openGrant } from '../providers/oauth-grants.ts';

/**
 * Revokes every grant that providers made for the user. Repeatable: what has been revoked is forgotten at once.
 * @throws when a provider does not answer or refuses
 */
export async function revokeGrants(context: IdentityContext, userId: string): Promise<void> {
  const { db, keys, log, providers } = context;
  for (const stored of await grantsOf(db, userId)) {
    // A deployment that gave up its Apple settings cannot revoke any more; the user may leave all the same.
    if (!providers.revokeApple) log.warn({ userId }, 'Apple is not configured: a grant is not revoked');
    else {
      const { clientId, refreshToken } = openGrant(keys, stored);
      await providers.revokeApple(clientId, refreshToken);
    }
    await deleteGrant(db, stored);
  }
}
