import type { IdentityContext } from '../context.ts';
import { deleteGrant, grantsOf, openGrant, type StoredGrant } from './oauth-grants.ts';

/** Grants that one clean-up revokes at most. The next one continues. */
const MAX_ENDED_GRANTS = 100;

/**
 * Revokes every grant of the user at the providers. May be repeated: a revoked grant is deleted at once.
 * @throws when a provider does not respond or refuses
 */
export async function revokeGrants(context: IdentityContext, userId: string): Promise<void> {
  for (const stored of await grantsOf(context.db, userId)) {
    await revoke(context, stored);
    await deleteGrant(context.db, stored);
  }
}

/** Revokes the grants of deleted accounts. A grant that cannot be revoked now is retried at the next call. */
export async function revokeEndedGrants(context: IdentityContext): Promise<void> {
  const { db, log } = context;
  const ended = await db('identity.ended_grants').orderByRaw('random()').limit(MAX_ENDED_GRANTS);
  for (const stored of ended as StoredGrant[]) {
    try {
      await revoke(context, stored);
      await db('identity.ended_grants')
        .where({ ...stored })
        .delete();
    } catch (error) {
      log.warn(
        { err: error, accountId: stored.account_id },
        'a grant of a deleted account could not be revoked',
      );
    }
  }
}

async function revoke({ keys, log, providers }: IdentityContext, stored: StoredGrant): Promise<void> {
  // An installation whose Apple settings were removed cannot revoke grants. The account is deleted anyway.
  if (!providers.revokeApple)
    return log.warn({ accountId: stored.account_id }, 'Apple is not configured: a grant is not revoked');
  const { clientId, refreshToken } = openGrant(keys, stored);
  await providers.revokeApple(clientId, refreshToken);
}
