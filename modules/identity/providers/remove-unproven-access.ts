import type { Trx } from '#shared/db/open.ts';
import type { IdentityContext } from '../context.ts';
import { endUnverifiedGrants } from '../grants/oauth-grants.ts';
import { OauthAccount } from '../models/oauth-account.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { User } from '../models/user.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { notifyCredentialsEnded } from '../sessions/notify-credentials-ended.ts';

/**
 * For a user whose address was never proven, when a provider confirms that it belongs to the person who signs in. A
 * stranger may have registered the address in advance, so all credentials and claimed panels are removed, and the address
 * counts as verified from now on. The caller has locked the user's row for update, so a concurrent request that grants
 * access (see `holdSession`) is either complete and undone here, or refused afterwards.
 */
export async function removeUnprovenAccess(
  { clock, unbindPanels }: IdentityContext,
  trx: Trx,
  userId: string,
): Promise<void> {
  const now = clock.now();
  await User.query(trx)
    .patch({ passwordHash: null, emailVerifiedAt: now, updatedAt: now })
    .where({ id: userId });
  await endSessions(trx, { userId }, now);
  const tokens = await PersonalAccessToken.query(trx).delete().where({ user_id: userId }).returning('id');
  await notifyCredentialsEnded(trx, tokens);
  await endUnverifiedGrants(trx, userId);
  await OauthAccount.query(trx).delete().where({ user_id: userId, email_verified: false });
  await trx('identity.password_resets').where({ user_id: userId }).delete();
  await unbindPanels(trx, userId);
}
