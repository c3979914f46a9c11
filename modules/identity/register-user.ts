import type { Trx } from '#shared/db/open.ts';
import { uniqueViolation } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import type { Caller, IdentityContext } from './context.ts';
import type { EmailAddress } from './email.ts';
import { emailTaken, registrationClosed, usernameTaken } from './errors.ts';
import { redeemInvite } from './invites.ts';
import { limitRegistrations } from './limits.ts';
import { User } from './models/user.ts';
import { openSession, type TokenPair, tokenPair } from './open-session.ts';
import { usernameKey } from './username.ts';

export interface Registration {
  email: EmailAddress;
  username: string;
  password: string;
  inviteCode?: string;
}

/** @throws {AppError} `403 registration_closed`, `409 email_taken`, `409 username_taken`, `429` */
export async function registerUser(
  context: IdentityContext,
  input: Registration,
  caller: Caller,
): Promise<TokenPair> {
  const { config, db, passwords } = context;
  if (config.REGISTRATION === 'closed') throw registrationClosed();
  await limitRegistrations(context, caller.address);
  if (config.REGISTRATION === 'open') await refuseTaken(context, input); // before the hash, which is dear
  const passwordHash = await passwords.hash(input.password);
  const { user, opened } = await inTransaction(db, async (trx) => {
    if (config.REGISTRATION === 'invite') await redeemInvite(context, trx, input.inviteCode);
    const user = await insertUser(context, trx, { ...input, passwordHash, emailVerifiedAt: null });
    return { user, opened: await openSession(context, trx, user.id, caller) };
  });
  return tokenPair(context, user, opened);
}

export interface NewUser {
  email: EmailAddress;
  username: string;
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
}

/** @throws {AppError} `409 email_taken`, `409 username_taken` */
export async function insertUser({ clock }: IdentityContext, trx: Trx, input: NewUser): Promise<User> {
  const now = clock.now();
  try {
    return await User.query(trx).insertAndFetch({
      id: newId(),
      email: input.email.email,
      emailKey: input.email.key,
      emailVerifiedAt: input.emailVerifiedAt,
      username: input.username,
      usernameKey: usernameKey(input.username),
      passwordHash: input.passwordHash,
      createdAt: now,
      updatedAt: now,
    });
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

/** The `409` behind a violated unique constraint on users. Objection wraps the driver's error as `nativeError`. */
export function takenError(error: unknown): Error | null {
  const constraint = uniqueViolation((error as { nativeError?: unknown } | null)?.nativeError ?? error);
  if (constraint === 'users_email_key') return emailTaken();
  if (constraint === 'users_username_key') return usernameTaken();
  return null;
}

async function refuseTaken({ db }: IdentityContext, input: Registration): Promise<void> {
  const key = usernameKey(input.username);
  const taken = await User.query(db).where({ email_key: input.email.key }).orWhere({ username_key: key });
  if (taken.some((user) => user.emailKey === input.email.key)) throw emailTaken();
  if (taken.length > 0) throw usernameTaken();
}
