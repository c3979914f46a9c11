import type { IdentityContext } from './context.ts';
import { revokeEndedGrants } from './grants/revoke-grants.ts';
import { Session } from './models/session.ts';
import { deleteRetiredKeys } from './sessions/signing-keys.ts';

/**
 * Removes expired rows: sessions past their absolute limit, tokens, resets, invites, states, signing keys. Revokes the
 * grants of deleted accounts at their providers.
 */
export async function cleanUp(context: IdentityContext): Promise<void> {
  const { clock, config, db } = context;
  const now = clock.now();
  await Session.query(db).delete().where('expires_at', '<=', now);
  for (const table of ['password_resets', 'invites', 'oauth_states', 'personal_access_tokens']) {
    await db(`identity.${table}`).where('expires_at', '<=', now).delete();
  }
  await deleteRetiredKeys(db, now, config.ACCESS_TOKEN_HOURS);
  await revokeEndedGrants(context);
}
