import type { Trx } from '#shared/db/open.ts';
import { authenticationFailed } from '#shared/errors.ts';
import type { Principal } from '#shared/http/route.ts';
import { requireUser } from '../accounts/user-transaction.ts';
import type { IdentityContext } from '../context.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { User } from '../models/user.ts';
import { liveSessions } from './live-sessions.ts';

/**
 * For a write that gives access or takes it away, or whose request may take long to come: the session or token that asked for it stays live until the caller's
 * transaction ends, so that revocation comes either before the write, which is then refused, or after it, and then
 * finds it. Locks the user before the session, as everything does that ends sessions.
 * @throws {AppError} `401 authentication_failed` when it has ended since the request was authenticated
 */
export async function holdSession(
  context: Pick<IdentityContext, 'clock' | 'config'>,
  trx: Trx,
  { userId, kind, credentialId }: Principal,
): Promise<void> {
  await requireUser(trx, userId);
  if (kind === 'session') return requireLiveSession(context, trx, credentialId);
  const token = await PersonalAccessToken.query(trx).findById(credentialId).forShare();
  if (!token || (token.expiresAt && token.expiresAt <= context.clock.now())) throw authenticationFailed();
}

/**
 * As `holdSession`, for a write to the user's own row: returns the row, which the transaction alone may change.
 * @throws {AppError} `401 authentication_failed`
 */
export async function lockUserOfSession(
  context: Pick<IdentityContext, 'clock' | 'config'>,
  trx: Trx,
  { userId, credentialId }: Principal,
): Promise<User> {
  const user = await User.query(trx).findById(userId).forUpdate();
  if (!user) throw authenticationFailed();
  await requireLiveSession(context, trx, credentialId);
  return user;
}

/** For a caller that holds the user already. @throws {AppError} `401 authentication_failed` */
export async function requireLiveSession(
  context: Pick<IdentityContext, 'clock' | 'config'>,
  trx: Trx,
  sessionId: string,
): Promise<void> {
  const session = await liveSessions(context, trx).findOne({ id: sessionId }).forShare();
  if (!session) throw authenticationFailed();
}
