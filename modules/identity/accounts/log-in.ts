import { inTransaction } from '#shared/db/transaction.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { invalidCredentials } from '../errors.ts';
import { User } from '../models/user.ts';
import { limitFailures } from '../sessions/limits.ts';
import { openSession, type TokenPair, tokenPair } from '../sessions/open-session.ts';
import { findUser, identifierKey } from './find-user.ts';

/**
 * Does the same work whether or not the account exists and has a password, so that neither the response nor its time
 * reveals it. @throws {AppError} `401 invalid_credentials`, `429`
 */
export async function logIn(
  context: IdentityContext,
  input: { identifier: string; password: string },
  caller: Caller,
): Promise<TokenPair> {
  const { db, passwords } = context;
  const user = await findUser(db, input.identifier);
  const passwordHash = user?.passwordHash ?? null;
  const account = user?.id ?? identifierKey(input.identifier);
  const isCorrect = await limitFailures(context, account, caller.address, () =>
    passwords.matches(passwordHash, input.password),
  );
  if (!user || !isCorrect) throw invalidCredentials();
  const opened = await inTransaction(db, async (trx) => {
    // The lock orders this against a change of the password, which ends the sessions it finds.
    const unchanged = await User.query(trx).findOne({ id: user.id, password_hash: passwordHash }).forShare();
    if (!unchanged) throw invalidCredentials();
    return openSession(context, trx, user.id, caller);
  });
  return tokenPair(context, user, opened);
}
