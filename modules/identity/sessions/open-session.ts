import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { Session } from '../models/session.ts';
import type { User } from '../models/user.ts';
import { addRefreshToken } from './refresh-token.ts';

const MAX_USER_AGENT_CHARACTERS = 512;

export interface OpenedSession {
  session: Session;
  refreshToken: string;
}

/** The result of a sign-in for the client. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  user: User;
}

/** Stores a new session with its first refresh token, in the transaction that checked the user. */
export async function openSession(
  { clock, config }: IdentityContext,
  trx: Trx,
  userId: string,
  caller: Caller,
): Promise<OpenedSession> {
  const now = clock.now();
  const session = await Session.query(trx).insertAndFetch({
    id: newId(),
    userId,
    userAgent: caller.userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
    ip: caller.address,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: addSeconds(now, config.SESSION_MAX_DAYS * DAY_SECONDS),
    endedAt: null,
  });
  return { session, refreshToken: await addRefreshToken(trx, session, now) };
}

/** Returns the tokens of a session that has been committed. */
export async function tokenPair(
  { accessTokens }: IdentityContext,
  user: User,
  { session, refreshToken }: OpenedSession,
): Promise<TokenPair> {
  return { accessToken: await accessTokens.issue(session), refreshToken, user };
}
