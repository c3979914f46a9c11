import { addSeconds } from '#shared/clock.ts';
import type { Db } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId, randomToken } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import type { IdentityContext } from '../context.ts';
import { invalidResetToken } from '../errors.ts';
import { User } from '../models/user.ts';
import { endSessions } from '../sessions/end-sessions.ts';

const RESET_LIFE_SECONDS = 3600;

/** Creates a token that can set a new password once, within an hour. For operators: no API returns it. */
export async function createPasswordReset(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomToken(32);
  const expiresAt = addSeconds(now, RESET_LIFE_SECONDS);
  await db('identity.password_resets').insert({
    id: newId(),
    user_id: userId,
    token_hash: sha256(token),
    created_at: now,
    expires_at: expiresAt,
  });
  return { token, expiresAt };
}

/** Sets the password and ends every session of the user. @throws {AppError} `401 invalid_reset_token` */
export async function resetPassword(
  context: IdentityContext,
  input: { token: string; password: string },
): Promise<void> {
  const { clock, db, passwords } = context;
  const token_hash = sha256(input.token);
  const usable = (queryable: Db) =>
    queryable('identity.password_resets').where({ token_hash }).where('expires_at', '>', clock.now());
  if (!(await usable(db).first('id'))) throw invalidResetToken(); // before the expensive hash
  const passwordHash = await passwords.hash(input.password);
  await inTransaction(db, async (trx) => {
    const now = clock.now();
    const [used] = await usable(trx).delete().returning<{ user_id: string }[]>('user_id');
    if (!used) throw invalidResetToken();
    await User.query(trx).patch({ passwordHash, updatedAt: now }).where({ id: used.user_id });
    await trx('identity.password_resets').where({ user_id: used.user_id }).delete();
    await endSessions(trx, { userId: used.user_id }, now);
  });
}
