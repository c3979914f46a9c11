import type { Db, Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { authenticationFailed } from '#shared/errors.ts';
import { User } from '../models/user.ts';

/**
 * Runs `work` in a transaction that locks the user before anything else, so that the account is not deleted until it
 * ends. Deletion locks the user first, and inserting a row of a user locks the user as well (foreign key): a
 * transaction that locked another row first could deadlock with a deletion.
 * @param ifGone called if the account no longer exists; by default it rejects with `401`
 * @throws {AppError} `401 authentication_failed`
 */
export async function inUserTransaction<T>(
  db: Db,
  userId: string,
  work: (trx: Trx) => Promise<T>,
  ifGone: () => T | Promise<T> = throwAuthenticationFailed,
): Promise<T> {
  return inTransaction(db, async (trx) => ((await lockUser(trx, userId)) ? work(trx) : ifGone()));
}

/**
 * Takes the same lock in an open transaction. It must be the first lock of that transaction.
 * @param gone the error for an account that no longer exists
 * @throws {AppError} that error; by default `401 authentication_failed`
 */
export async function requireUser(
  trx: Trx,
  userId: string,
  gone: () => Error = authenticationFailed,
): Promise<void> {
  if (!(await lockUser(trx, userId))) throw gone();
}

async function lockUser(trx: Trx, userId: string): Promise<boolean> {
  const user = await User.query(trx).findById(userId).select('id').forKeyShare();
  return user !== undefined;
}

function throwAuthenticationFailed(): never {
  throw authenticationFailed();
}
