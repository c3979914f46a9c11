import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import type { EmailAddress } from '../accounts/email.ts';
import type { IdentityContext } from '../context.ts';
import { OauthAccount } from '../models/oauth-account.ts';
import { refreshTokenContext } from './oauth-grants.ts';
import type { ProviderGrant, ProviderIdentity } from './provider.ts';

/** Ties the provider's account to the user. */
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
    refreshToken: null,
    refreshTokenClientId: null,
    linkedAt: context.clock.now(),
  });
  if (identity.grant) await keepGrant(context, trx, id, identity.grant);
}

/** Keeps the provider's refresh token, encrypted, in place of an earlier one. */
export async function keepGrant(
  { keys }: IdentityContext,
  trx: Trx,
  accountId: string,
  { refreshToken, clientId }: ProviderGrant,
): Promise<void> {
  await OauthAccount.query(trx)
    .patch({
      refreshToken: keys.encrypt(refreshToken, refreshTokenContext(accountId)),
      refreshTokenClientId: clientId,
    })
    .where({ id: accountId });
}
