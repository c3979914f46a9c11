import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import type { IdentityContext } from '../context.ts';
import { OauthAccount } from '../models/oauth-account.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { User } from '../models/user.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { endUnverifiedGrants } from './oauth-grants.ts';

/**
 * For a user whose address was never proven, when a provider vouches that it belongs to the person who signs in:
 * a stranger may have registered it in advance, so every way in and every claimed panel goes, and the address counts
 * as verified from now on. The caller holds the user's row for update, so that requests under way that give access
 * (see `holdSession`) are either done, and undone here, or refused afterwards.
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
  for (const { id } of tokens) await notify(trx, channels.credentialEnded, id);
  await endUnverifiedGrants(trx, userId);
  await OauthAccount.query(trx).delete().where({ user_id: userId, email_verified: false });
  await trx('identity.password_resets').where({ user_id: userId }).delete();
  await unbindPanels(trx, userId);
}
