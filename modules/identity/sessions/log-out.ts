import type { Principal } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { RefreshToken } from '../models/refresh-token.ts';
import { endSessions } from './end-sessions.ts';
import { hashRefreshToken } from './refresh-token.ts';

/**
 * Ends the session of the refresh token or, without one, of the access token. An unknown refresh token, or one of another
 * user, changes nothing.
 */
export async function logOut(
  { clock, db }: IdentityContext,
  { userId, credentialId }: Principal,
  refreshToken: string | undefined,
): Promise<void> {
  await db.transaction(async (trx) => {
    const id =
      refreshToken === undefined
        ? credentialId
        : (
            await RefreshToken.query(trx).findOne({
              user_id: userId,
              token_hash: hashRefreshToken(refreshToken),
            })
          )?.sessionId;
    if (id !== undefined) await endSessions(trx, { userId, id }, clock.now());
  });
}
