import type { Trx } from '#shared/db/open.ts';
import { authenticationFailed } from '#shared/errors.ts';
import type { Principal } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { User } from '../models/user.ts';
import { idleLimit, isLive, liveSessions } from './live-sessions.ts';

/**
 * For a write that grants or revokes access, or whose request may take long to arrive. Keeps the session or token of the
 * request live until the caller's transaction ends. So a revocation comes either before the write, which is then refused,
 * or after it, and then finds it. Locks the user before the session, like all code that ends sessions.
 * @throws {AppError} `401 authentication_failed` when it has ended since the request was authenticated
 */
export async function holdSession(
  context: Pick<IdentityContext, 'clock' | 'config'>,
  trx: Trx,
  { userId, kind, credentialId }: Principal,
): Promise<void> {
  const now = context.clock.now();
  const { rows } =
    kind === 'session'
      ? await trx.raw(HOLD_SESSION, [userId, credentialId, now, idleLimit(context)])
      : await trx.raw(HOLD_TOKEN, [userId, credentialId, now]);
  if (rows.length === 0) throw authenticationFailed();
}

/** One statement each, because every push runs it. Rows are locked in the order of the clauses: the user first. */
const HOLD_SESSION = `
  select 1 from identity.users u join identity.sessions s on s.user_id = u.id
  where u.id = ? and s.id = ? and ${isLive('s', '?', '?')}
  for key share of u for share of s`;
/** A token is revoked by deleting it, which `for key share` prevents. The time of its last use may still change. */
const HOLD_TOKEN = `
  select 1 from identity.users u join identity.personal_access_tokens t on t.user_id = u.id
  where u.id = ? and t.id = ? and (t.expires_at is null or t.expires_at > ?)
  for key share of u for key share of t`;

/**
 * Like `holdSession`, for a write to the user's own row: locks the row for update and returns it.
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

/** For a caller that has locked the user already. @throws {AppError} `401 authentication_failed` */
export async function requireLiveSession(
  context: Pick<IdentityContext, 'clock' | 'config'>,
  trx: Trx,
  sessionId: string,
): Promise<void> {
  const session = await liveSessions(context, trx).findOne({ id: sessionId }).forShare();
  if (!session) throw authenticationFailed();
}
