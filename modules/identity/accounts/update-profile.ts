import { inTransaction } from '#shared/db/transaction.ts';
import { authenticationFailed, invalidFields } from '#shared/errors.ts';
import type { Principal } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { invalidCredentials } from '../errors.ts';
import { User } from '../models/user.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { lockUserOfSession } from '../sessions/hold-session.ts';
import { limitFailures } from '../sessions/limits.ts';
import { takenError } from './register-user.ts';
import { usernameKey } from './username.ts';

export interface ProfileChange {
  username?: string;
  password?: string;
  currentPassword?: string;
}

/**
 * Changes the given fields. A new password ends every other session. A user without a password may set one without
 * `currentPassword`. @throws {AppError} `400`, `401 invalid_credentials`, `409 username_taken`, `429`
 */
export async function updateProfile(
  context: IdentityContext,
  principal: Principal,
  change: ProfileChange,
  address: string,
): Promise<User> {
  const { clock, db, passwords } = context;
  const { userId, credentialId } = principal;
  const user = await User.query(db).findById(userId);
  if (!user) throw authenticationFailed();
  if (change.username === undefined && change.password === undefined) return user;
  if (change.password !== undefined) await checkCurrentPassword(context, user, change, address);
  const passwordHash = change.password === undefined ? undefined : await passwords.hash(change.password);
  const now = clock.now();
  try {
    return await inTransaction(db, async (trx) => {
      const current = await lockUserOfSession(context, trx, principal);
      const sameAsChecked = current.passwordHash === user.passwordHash;
      if (passwordHash !== undefined && !sameAsChecked) throw invalidCredentials();
      const changed = await current.$query(trx).patchAndFetch({
        updatedAt: now,
        ...(change.username !== undefined && {
          username: change.username,
          usernameKey: usernameKey(change.username),
        }),
        ...(passwordHash !== undefined && { passwordHash }),
      });
      if (passwordHash !== undefined) await endSessions(trx, { userId, except: credentialId }, now);
      return changed;
    });
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

async function checkCurrentPassword(
  context: IdentityContext,
  user: User,
  { currentPassword }: ProfileChange,
  address: string,
): Promise<void> {
  if (user.passwordHash === null) return;
  if (currentPassword === undefined) {
    throw invalidFields({ path: 'currentPassword', message: 'is needed to change the password.' });
  }
  const isCorrect = await limitFailures(context, user.id, address, () =>
    context.passwords.matches(user.passwordHash, currentPassword),
  );
  if (!isCorrect) throw invalidCredentials();
}
