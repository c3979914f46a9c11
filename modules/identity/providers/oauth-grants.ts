import type { Queryable, Trx } from '#shared/db/open.ts';
import type { Keys } from '#shared/keys.ts';
import type { ProviderGrant } from './provider.ts';

/** A grant as it is stored: one for each client id of a provider's account. */
export interface StoredGrant {
  account_id: string;
  client_id: string;
  /** Encrypted. */
  refresh_token: string;
}

/** Keeps the provider's refresh token, encrypted, in place of an earlier one of the same client id. */
export async function storeGrant(
  keys: Keys,
  trx: Trx,
  accountId: string,
  { refreshToken, clientId }: ProviderGrant,
): Promise<void> {
  const grant: StoredGrant = {
    account_id: accountId,
    client_id: clientId,
    refresh_token: keys.encrypt(refreshToken, encryptionContext(accountId)),
  };
  await trx('identity.oauth_grants').insert(grant).onConflict(['account_id', 'client_id']).merge();
}

/** Every grant that providers made for the user. */
export async function grantsOf(queryable: Queryable, userId: string): Promise<StoredGrant[]> {
  return queryable('identity.oauth_grants as g')
    .join('identity.oauth_accounts as a', 'a.id', 'g.account_id')
    .where({ 'a.user_id': userId })
    .select<StoredGrant[]>('g.*');
}

/**
 * Sets aside the grants of the user's accounts for whose address no provider vouched. They outlive the accounts until
 * `revokeEndedGrants` has told the provider, which no transaction waits for.
 */
export async function endUnverifiedGrants(trx: Trx, userId: string): Promise<void> {
  await trx.raw(
    `insert into identity.ended_grants (account_id, client_id, refresh_token)
     select g.account_id, g.client_id, g.refresh_token
     from identity.oauth_grants g join identity.oauth_accounts a on a.id = g.account_id
     where a.user_id = ? and not a.email_verified`,
    [userId],
  );
}

/** Forgets the grant, unless another refresh token has taken its place. */
export async function deleteGrant(queryable: Queryable, grant: StoredGrant): Promise<void> {
  await queryable('identity.oauth_grants')
    .where({ ...grant })
    .delete();
}

export function openGrant(keys: Keys, { account_id, client_id, refresh_token }: StoredGrant): ProviderGrant {
  return {
    clientId: client_id,
    refreshToken: keys.decrypt(refresh_token, encryptionContext(account_id)),
  };
}

/** Ties an encrypted token to its account. */
function encryptionContext(accountId: string): string {
  return `identity.oauth_accounts:${accountId}`;
}
