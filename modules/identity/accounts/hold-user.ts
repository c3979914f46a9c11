import type { Trx } from '#shared/db/open.ts';
import { User } from '../models/user.ts';

/**
 * Keeps a user from being deleted until the caller's transaction ends. False when there is no such user (any more).
 * Deletion locks the user before anything else, and whoever adds rows of a user locks the user on the way: a
 * transaction that does this first cannot wait in a circle with it.
 */
export async function holdUser(trx: Trx, userId: string): Promise<boolean> {
  const user = await User.query(trx).findById(userId).select('id').forKeyShare();
  return user !== undefined;
}
