import { addSeconds } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { authenticationFailed } from '#shared/errors.ts';
import type { IdentityContext } from '../context.ts';
import { RefreshToken } from '../models/refresh-token.ts';
import { User } from '../models/user.ts';
import { endSessions } from './end-sessions.ts';
import { liveSessions } from './live-sessions.ts';
import { type OpenedSession, type TokenPair, tokenPair } from './open-session.ts';
import { addRefreshToken, hashRefreshToken } from './refresh-token.ts';

/** Two tabs may present one token at about the same time. After this time a second use counts as theft. */
const REUSE_GRACE_SECONDS = 10;

/** Exchanges a refresh token, which works once. @throws {AppError} `401 authentication_failed` */
export async function refreshSession(context: IdentityContext, refreshToken: string): Promise<TokenPair> {
  const tokenHash = hashRefreshToken(refreshToken);
  const rotated = await inTransaction(context.db, async (trx) => {
    const token = await RefreshToken.query(trx).findOne({ token_hash: tokenHash });
    // Locked first, like in the deletion of an account, so that the two cannot deadlock.
    const user = token && (await User.query(trx).findById(token.userId).forKeyShare());
    if (!token || !user) return null;
    const opened = await rotate(context, trx, token);
    if (!opened) await endReusedSession(context, trx, token);
    return opened && { user, opened };
  });
  if (!rotated) throw authenticationFailed();
  return tokenPair(context, rotated.user, rotated.opened);
}

/** One conditional update decides which of many parallel calls wins. */
async function rotate(
  context: IdentityContext,
  trx: Trx,
  token: RefreshToken,
): Promise<OpenedSession | null> {
  const now = context.clock.now();
  const session = await liveSessions(context, trx).findOne({ id: token.sessionId }).forUpdate();
  if (!session) return null;
  const won = await RefreshToken.query(trx)
    .patch({ usedAt: now })
    .where({ id: token.id })
    .whereNull('used_at');
  if (won !== 1) return null;
  await session.$query(trx).patch({ lastUsedAt: now });
  return { session, refreshToken: await addRefreshToken(trx, session, now) };
}

/** The token was used before. It is unknown which of the two callers is the owner, so both are signed out. */
async function endReusedSession({ clock, log }: IdentityContext, trx: Trx, { id, userId }: RefreshToken) {
  const now = clock.now();
  const token = await RefreshToken.query(trx).findById(id);
  if (!token?.usedAt || token.usedAt > addSeconds(now, -REUSE_GRACE_SECONDS)) return;
  const ended = await endSessions(trx, { userId }, now);
  log.warn({ userId, ended }, 'a used refresh token was presented: all sessions of the user ended');
}
