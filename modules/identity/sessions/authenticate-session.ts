import type { BatchedRead } from '#shared/db/batch-reads.ts';
import { authenticationFailed } from '#shared/errors.ts';
import type { Authenticated } from '#shared/http/route.ts';
import { isUuid } from '#shared/ids.ts';
import type { IdentityContext } from '../context.ts';
import type { AccessClaims } from './access-token.ts';
import { bearerCredential } from './bearer.ts';
import type { LiveSession } from './credential-reads.ts';

/**
 * Returns the caller of a session access token. The session is looked up each time, so that logout and revocation take
 * effect at once. @throws {AppError} `401 authentication_failed`
 */
export async function authenticateSession(
  context: IdentityContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  return (await readLiveSession(context, authorization, context.reads.session)).authenticated;
}

/** Like `authenticateSession`. Also returns the rows of `read`, which selects more in the same round trip. */
export async function readLiveSession<Row extends LiveSession>(
  context: IdentityContext,
  authorization: string | undefined,
  read: BatchedRead<Row>,
): Promise<{ authenticated: Authenticated; rows: readonly Row[] }> {
  const token = bearerCredential(authorization);
  const claims = token === null ? null : await context.accessTokens.verify(token);
  // A batch of reads fails as a whole, so only valid ids may be part of one.
  if (!claims || !isUuid(claims.sessionId)) throw authenticationFailed();
  const rows = await read(claims.sessionId);
  const row = rows[0];
  if (row?.user_id !== claims.userId) throw authenticationFailed();
  context.lastUsed.mark('sessions', claims.sessionId, row.last_used_at);
  const authenticated: Authenticated = {
    principal: { userId: claims.userId, kind: 'session', credentialId: claims.sessionId },
    renewedToken: await renew(context, claims, row),
  };
  return { authenticated, rows };
}

/** Returns a new token if the current one expires soon, unless the session expires at the same time. */
async function renew(
  { accessTokens, clock, config }: IdentityContext,
  claims: AccessClaims,
  row: LiveSession,
): Promise<string | undefined> {
  const secondsLeft = claims.expiresAt - clock.now().getTime() / 1000;
  if (secondsLeft >= config.ACCESS_TOKEN_RENEW_BELOW_HOURS * 3600) return undefined;
  const session = { id: claims.sessionId, userId: claims.userId, expiresAt: row.expires_at };
  return accessTokens.expiryOf(session) > claims.expiresAt ? accessTokens.issue(session) : undefined;
}
