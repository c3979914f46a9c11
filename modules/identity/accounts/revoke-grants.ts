import type { IdentityContext } from '../context.ts';
import { deleteGrant, grantsOf, openGrant, type StoredGrant } from '../providers/oauth-grants.ts';

/** What one clean-up revokes at most of what is left over; the next one goes on. */
const MAX_ENDED_GRANTS = 100;

/**
 * Revokes every grant that providers made for the user. Repeatable: what has been revoked is forgotten at once.
 * @throws when a provider does not answer or refuses
 */
export async function revokeGrants(context: IdentityContext, userId: string): Promise<void> {
  for (const stored of await grantsOf(context.db, userId)) {
    await revoke(context, stored);
    await deleteGrant(context.db, stored);
  }
}

/** Revokes grants whose accounts are gone. One that cannot be revoked now waits for the next call. */
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
        'a grant of an account that is gone was not revoked',
      );
    }
  }
}

async function revoke({ keys, log, providers }: IdentityContext, stored: StoredGrant): Promise<void> {
  // A deployment that gave up its Apple settings cannot revoke any more; the user may leave all the same.
  if (!providers.revokeApple)
    return log.warn({ accountId: stored.account_id }, 'Apple is not configured: a grant is not revoked');
  const { clientId, refreshToken } = openGrant(keys, stored);
  await providers.revokeApple(clientId, refreshToken);
}
