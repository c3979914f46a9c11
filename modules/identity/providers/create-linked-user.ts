import type { Trx } from '#shared/db/open.ts';
import type { EmailAddress } from '../accounts/email.ts';
import { addUser } from '../accounts/register-user.ts';
import { suggestUsernames, usernameKey } from '../accounts/username.ts';
import type { IdentityContext } from '../context.ts';
import { User } from '../models/user.ts';
import type { ProviderIdentity } from './provider.ts';

/** A new user without a password, under the first suggested name that is free. */
export async function createLinkedUser(
  context: IdentityContext,
  trx: Trx,
  identity: ProviderIdentity,
  email: EmailAddress,
): Promise<User> {
  const emailVerifiedAt = identity.emailVerified ? context.clock.now() : null;
  for (const username of suggestUsernames(identity.name, email.email)) {
    const taken = await User.query(trx).findOne({ username_key: usernameKey(username) });
    if (!taken) return addUser(context, trx, { email, username, passwordHash: null, emailVerifiedAt });
  }
  throw new Error('Every suggested user name is taken.');
}
