import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { EmailAddress } from '../accounts/email.ts';
import type { IdentityContext } from '../context.ts';
import { storeGrant } from '../grants/oauth-grants.ts';
import { OauthAccount } from '../models/oauth-account.ts';
import type { ProviderIdentity } from './provider.ts';

/** Links the provider's account to the user. */
export async function linkAccount(
  context: IdentityContext,
  trx: Trx,
  userId: string,
  identity: ProviderIdentity,
  address: EmailAddress,
): Promise<void> {
  const id = newId();
  await OauthAccount.query(trx).insert({
    id,
    userId,
    provider: identity.provider,
    issuer: identity.issuer,
    subject: identity.subject,
    email: address.email,
    emailVerified: identity.emailVerified,
    linkedAt: context.clock.now(),
  });
  if (identity.grant) await storeGrant(context.keys, trx, id, identity.grant);
}
