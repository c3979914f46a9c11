import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import { authenticationFailed } from '#shared/errors.ts';
import type { Authenticated } from '#shared/http/route.ts';
import type { AccessClaims } from './access-token.ts';
import { bearerCredential } from './bearer.ts';
import type { IdentityContext } from './context.ts';
import { idleLimit } from './live-sessions.ts';

/** The columns that every live-session query reads. */
export interface LiveSession {
  last_used_at: Date;
  expires_at: Date;
}

/** The same condition as `liveSessions`, prepared. */
const LIVE = `s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > $3 and s.last_used_at > $4`;

/** A query of the live session, which may read more of its user. */
export function liveSessionQuery(name: string, columns = '', joins = ''): PreparedQuery {
  return {
    name: `identity_${name}`,
    text: `select s.last_used_at, s.expires_at${columns} from identity.sessions s ${joins} where ${LIVE}`,
  };
}

const SESSION_ONLY = liveSessionQuery('live_session');

/**
 * The caller behind a session access token, whose session is looked up each time, so that logout and revocation
 * count at once. @throws {AppError} `401 authentication_failed`
 */
export async function authenticateSession(
  context: IdentityContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  return (await readLiveSession(context, authorization, SESSION_ONLY)).authenticated;
}

/** As `authenticateSession`, with what else `query` reads in the same round trip. */
export async function readLiveSession<Row extends LiveSession>(
  context: IdentityContext,
  authorization: string | undefined,
  query: PreparedQuery,
): Promise<{ authenticated: Authenticated; row: Row }> {
  const { accessTokens, clock, db, lastUsed } = context;
  const token = bearerCredential(authorization);
  const claims = token === null ? null : await accessTokens.verify(token);
  if (!claims) throw authenticationFailed();
  const values = [claims.sessionId, claims.userId, clock.now(), idleLimit(context)];
  const [row] = await readPrepared<Row>(db, query, values);
  if (!row) throw authenticationFailed();
  lastUsed.mark('sessions', claims.sessionId, row.last_used_at);
  const authenticated: Authenticated = {
    principal: { userId: claims.userId, kind: 'session', credentialId: claims.sessionId },
    renewedToken: await renew(context, claims, row),
  };
  return { authenticated, row };
}

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
