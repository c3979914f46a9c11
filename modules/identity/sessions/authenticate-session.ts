import type { BatchedRead } from '#shared/db/batch-reads.ts';
import { authenticationFailed } from '#shared/errors.ts';
import type { Authenticated } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import type { AccessClaims } from './access-token.ts';
import { bearerCredential } from './bearer.ts';
import type { LiveSession } from './credential-reads.ts';

/**
 * The caller behind a session access token, whose session is looked up each time, so that logout and revocation
 * count at once. @throws {AppError} `401 authentication_failed`
 */
export async function authenticateSession(
  context: IdentityContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  return (await readLiveSession(context, authorization, context.reads.session)).authenticated;
}

/** As `authenticateSession`, with what else `read` finds in the same round trip. */
export async function readLiveSession<Row extends LiveSession>(
  context: IdentityContext,
  authorization: string | undefined,
  read: BatchedRead<Row>,
): Promise<{ authenticated: Authenticated; rows: readonly Row[] }> {
  const token = bearerCredential(authorization);
  const claims = token === null ? null : await context.accessTokens.verify(token);
  if (!claims || !UUID.test(claims.sessionId)) throw authenticationFailed();
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

/** A batch of reads fails as a whole, so nothing that is no id may get into one. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A fresh token for one that ends soon, unless the session itself ends no later. */
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
