import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import type { IdentityContext } from '../context.ts';
import { OauthAccount } from '../models/oauth-account.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { User } from '../models/user.ts';
import { CREDENTIAL_ENDED, endSessions } from '../sessions/end-sessions.ts';

/**
 * For a user whose address turns out to be somebody's whom a provider vouches for, and was never proven before:
 * whoever registered it in advance loses every way in, and the address counts as verified from now on.
 */
export async function removeUnprovenAccess(
  { clock }: IdentityContext,
  trx: Trx,
  userId: string,
): Promise<void> {
  const now = clock.now();
  await User.query(trx)
    .patch({ passwordHash: null, emailVerifiedAt: now, updatedAt: now })
    .where({ id: userId });
  await endSessions(trx, { userId }, now);
  const tokens = await PersonalAccessToken.query(trx).delete().where({ user_id: userId }).returning('id');
  for (const { id } of tokens) await notify(trx, CREDENTIAL_ENDED, id);
  await OauthAccount.query(trx).delete().where({ user_id: userId, email_verified: false });
  await trx('identity.password_resets').where({ user_id: userId }).delete();
}
