import type { Trx } from '#shared/db/open.ts';
import { uniqueViolation } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { emailTaken, registrationClosed, usernameTaken } from '../errors.ts';
import { User } from '../models/user.ts';
import { openSession, type TokenPair, tokenPair } from '../sessions/open-session.ts';
import type { EmailAddress } from './email.ts';
import { checkInvite, redeemInvite } from './invites.ts';
import { usernameKey } from './username.ts';

export interface Registration {
  email: EmailAddress;
  username: string;
  password: string;
  inviteCode?: string;
}

/** @throws {AppError} `403 registration_closed`, `409 email_taken`, `409 username_taken` */
export async function registerUser(
  context: IdentityContext,
  input: Registration,
  caller: Caller,
): Promise<TokenPair> {
  const { config, db, passwords } = context;
  if (config.REGISTRATION === 'closed') throw registrationClosed();
  if (config.REGISTRATION === 'invite') await checkInvite(context, input.inviteCode);
  if (config.REGISTRATION === 'open') await refuseTaken(context, input); // before the expensive hash
  const passwordHash = await passwords.hash(input.password);
  try {
    const { user, opened } = await inTransaction(db, async (trx) => {
      if (config.REGISTRATION === 'invite') await redeemInvite(context, trx, input.inviteCode);
      const user = await addUser(context, trx, { ...input, passwordHash, emailVerifiedAt: null });
      return { user, opened: await openSession(context, trx, user.id, caller) };
    });
    return await tokenPair(context, user, opened);
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

export interface NewUser {
  email: EmailAddress;
  username: string;
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
}

/** Stores a user. A taken address or name violates a unique constraint: see `takenError`. */
export function addUser({ clock }: IdentityContext, trx: Trx, input: NewUser): Promise<User> {
  const now = clock.now();
  return User.query(trx)
    .insertAndFetch({
      id: newId(),
      email: input.email.email,
      emailKey: input.email.key,
      emailVerifiedAt: input.emailVerifiedAt,
      username: input.username,
      usernameKey: usernameKey(input.username),
      passwordHash: input.passwordHash,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}

/** Returns the `409` for a violated unique constraint on users, or null for other errors. */
export function takenError(error: unknown): Error | null {
  const constraint = uniqueViolation(error);
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
