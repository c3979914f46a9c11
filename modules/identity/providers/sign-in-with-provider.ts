import { type Trx, uniqueViolation, userWasDeleted } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { type EmailAddress, parseEmail } from '../accounts/email.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { emailMissing, emailTaken, emailUnverified, registrationClosed } from '../errors.ts';
import { storeGrant } from '../grants/oauth-grants.ts';
import { OauthAccount } from '../models/oauth-account.ts';
import { User } from '../models/user.ts';
import { openSession, type TokenPair, tokenPair } from '../sessions/open-session.ts';
import { createLinkedUser } from './create-linked-user.ts';
import { linkAccount } from './link-account.ts';
import type { ProviderIdentity } from './provider.ts';
import { removeUnprovenAccess } from './remove-unproven-access.ts';

/** A notice for the client beside its tokens. */
export type SignInNotice = 'password_removed';

const MAX_SIGN_IN_ATTEMPTS = 5;

/**
 * Signs in the user that the provider identifies: the user that the account is linked to; else the user with the same
 * address, if the provider has verified it, who is then linked; else a new user.
 * @throws {AppError} `403 email_unverified`, `403 email_missing`, `403 registration_closed`; `409 email_taken` for an
 * address that differs from a user's but has the same key
 */
export async function signInWithProvider(
  context: IdentityContext,
  identity: ProviderIdentity,
  caller: Caller,
): Promise<{ pair: TokenPair; notice: SignInNotice | null }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { user, notice, opened } = await inTransaction(context.db, async (trx) => {
        const found = await findOrCreate(context, trx, identity);
        return { ...found, opened: await openSession(context, trx, found.user.id, caller) };
      });
      return { pair: await tokenPair(context, user, opened), notice };
    } catch (error) {
      // An account was created or deleted since the last read: read again.
      const isRace = uniqueViolation(error) !== null || userWasDeleted(error);
      if (!isRace || attempt === MAX_SIGN_IN_ATTEMPTS) throw error;
    }
  }
}

interface Found {
  user: User;
  notice: SignInNotice | null;
}

async function findOrCreate(context: IdentityContext, trx: Trx, identity: ProviderIdentity): Promise<Found> {
  const { issuer, subject } = identity;
  const account = await OauthAccount.query(trx).findOne({ issuer, subject });
  const linked = account && (await User.query(trx).findById(account.userId).forShare());
  if (account && linked) {
    if (identity.grant) await storeGrant(context.keys, trx, account.id, identity.grant);
    return { user: linked, notice: null };
  }
  const address =
    identity.email === null ? null : parseEmail(identity.email, context.config.REGISTRATION_EMAIL);
  if (!address) throw emailMissing();
  const user = await User.query(trx).findOne({ email_key: address.key }).forUpdate();
  return user ? linkUser(context, trx, user, identity, address) : signUp(context, trx, identity, address);
}

async function linkUser(
  context: IdentityContext,
  trx: Trx,
  user: User,
  identity: ProviderIdentity,
  address: EmailAddress,
): Promise<Found> {
  if (!identity.emailVerified) throw emailUnverified();
  // The key by which the user was found folds letters that mail systems distinguish: `mıke@` has the key of `mike@`.
  if (user.email !== address.email) throw emailTaken();
  const unproven = user.emailVerifiedAt === null;
  if (unproven) await removeUnprovenAccess(context, trx, user.id);
  await linkAccount(context, trx, user.id, identity, address);
  const latest = await User.query(trx).findById(user.id).throwIfNotFound();
  return { user: latest, notice: unproven && user.passwordHash !== null ? 'password_removed' : null };
}

async function signUp(
  context: IdentityContext,
  trx: Trx,
  identity: ProviderIdentity,
  address: EmailAddress,
): Promise<Found> {
  const { REGISTRATION } = context.config;
  if (REGISTRATION === 'closed') throw registrationClosed();
  if (REGISTRATION === 'invite')
    throw registrationClosed('Register with the invitation first, then sign in with the provider.');
  const user = await createLinkedUser(context, trx, identity, address);
  await linkAccount(context, trx, user.id, identity, address);
  return { user, notice: null };
}
