import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import { authenticationFailed } from '#shared/errors.ts';
import type { Authenticated } from '#shared/http/route.ts';
import { bearerCredential } from './bearer.ts';
import type { IdentityContext } from './context.ts';
import { hashPersonalToken, isPersonalToken } from './personal-token.ts';

const LIVE_TOKEN: PreparedQuery = {
  name: 'identity_live_token',
  text: `select id, user_id, last_used_at from identity.personal_access_tokens
         where token_hash = $1 and (expires_at is null or expires_at > $2)`,
};

/** The caller behind a personal access token. @throws {AppError} `401 authentication_failed` */
export async function authenticateToken(
  { clock, db, lastUsed }: IdentityContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  const token = bearerCredential(authorization);
  if (token === null || !isPersonalToken(token)) throw authenticationFailed();
  const [row] = await readPrepared<{ id: string; user_id: string; last_used_at: Date | null }>(
    db,
    LIVE_TOKEN,
    [hashPersonalToken(token), clock.now()],
  );
  if (!row) throw authenticationFailed();
  lastUsed.mark('personal_access_tokens', row.id, row.last_used_at);
  return { principal: { userId: row.user_id, kind: 'token', credentialId: row.id } };
}
