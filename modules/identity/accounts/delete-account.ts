import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { AppError, invalidFields } from '#shared/errors.ts';
import type { Authenticated, Principal } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { invalidCredentials, userNotFound } from '../errors.ts';
import { grantsOf } from '../grants/oauth-grants.ts';
import { revokeGrants } from '../grants/revoke-grants.ts';
import { OauthAccount } from '../models/oauth-account.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { RefreshToken } from '../models/refresh-token.ts';
import { Session } from '../models/session.ts';
import { User } from '../models/user.ts';
import { authenticateSession } from '../sessions/authenticate-session.ts';
import { bearerCredential } from '../sessions/bearer.ts';
import { requireLiveSession } from '../sessions/hold-session.ts';
import { limitFailures } from '../sessions/limits.ts';
import { notifyCredentialsEnded } from '../sessions/notify-credentials-ended.ts';

/** Authenticates a deletion, which may be repeated: a valid token of a deleted user gets `404`. @throws {AppError} `401`, `404` */
export async function authenticateForDeletion(
  context: IdentityContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  try {
    return await authenticateSession(context, authorization);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const claims = await context.accessTokens.verify(bearerCredential(authorization) ?? '');
    if (claims && !(await User.query(context.db).findById(claims.userId))) throw userNotFound();
    throw error;
  }
}

/**
 * Deletes the user and all their data. Grants of providers and the subscription are ended first, outside the transaction.
 * If that fails, nothing is deleted and the caller can try again.
 * @throws {AppError} `400`, `401`, `404 user_not_found`, `429`
 */
export async function deleteAccount(
  context: IdentityContext,
  principal: Principal,
  password: string | undefined,
  address: string,
): Promise<void> {
  const { userId } = principal;
  const user = await User.query(context.db).findById(userId);
  if (!user) throw userNotFound();
  await checkPassword(context, user, password, address);
  let deleted = false;
  while (!deleted) {
    await endExternalAccess(context, userId);
    deleted = await inTransaction(context.db, (trx) => erase(context, trx, principal, user));
  }
}

/** Any failure here becomes a `500`, as the specification requires. */
async function endExternalAccess(context: IdentityContext, userId: string): Promise<void> {
  try {
    await revokeGrants(context, userId);
    await context.cancelSubscription(userId);
  } catch (cause) {
    throw new Error('A grant or subscription could not be ended, so nothing was deleted.', { cause });
  }
}

/** Returns false if a grant was added after the grants were revoked. */
async function erase(
  context: IdentityContext,
  trx: Trx,
  { credentialId }: Principal,
  before: User,
): Promise<boolean> {
  const userId = before.id;
  // A transaction that adds rows for the user waits here, and then fails because the user is gone.
  const user = await User.query(trx).findById(userId).forUpdate();
  if (!user) throw userNotFound();
  await requireLiveSession(context, trx, credentialId);
  if (user.passwordHash !== before.passwordHash) throw invalidCredentials();
  if ((await grantsOf(trx, userId)).length > 0) return false;
  await context.eraseUserData(trx, userId);
  await trx('identity.password_resets').where({ user_id: userId }).delete();
  await OauthAccount.query(trx).delete().where({ user_id: userId });
  await RefreshToken.query(trx).delete().where({ user_id: userId });
  const sessions = await Session.query(trx).delete().where({ user_id: userId }).returning('id');
  const tokens = await PersonalAccessToken.query(trx).delete().where({ user_id: userId }).returning('id');
  await User.query(trx).deleteById(userId);
  await notifyCredentialsEnded(trx, [...sessions, ...tokens]);
  return true;
}

async function checkPassword(
  context: IdentityContext,
  user: User,
  password: string | undefined,
  address: string,
): Promise<void> {
  if (user.passwordHash === null) return;
  if (password === undefined)
    throw invalidFields({ path: 'password', message: 'is needed to delete the account.' });
  const isCorrect = await limitFailures(context, user.id, address, () =>
    context.passwords.matches(user.passwordHash, password),
  );
  if (!isCorrect) throw invalidCredentials();
}
