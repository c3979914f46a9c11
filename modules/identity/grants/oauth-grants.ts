import type { Queryable, Trx } from '#shared/db/open.ts';
import type { Keys } from '#shared/keys.ts';

/** A refresh token of a provider, stored so that it can be revoked when the account is deleted. */
export interface ProviderGrant {
  refreshToken: string;
  clientId: string;
}

/** A stored grant: one for each client id of a provider's account. */
export interface StoredGrant {
  account_id: string;
  client_id: string;
  /** Encrypted. */
  refresh_token: string;
}

/** Stores the provider's refresh token, encrypted. It replaces an earlier one of the same client id. */
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

/** Returns every grant of the user. */
export async function grantsOf(queryable: Queryable, userId: string): Promise<StoredGrant[]> {
  return queryable('identity.oauth_grants as g')
    .join('identity.oauth_accounts as a', 'a.id', 'g.account_id')
    .where({ 'a.user_id': userId })
    .select<StoredGrant[]>('g.*');
}

/**
 * Moves the grants of the user's accounts with an unverified address to `ended_grants`. They stay there until
 * `revokeEndedGrants` revokes them at the provider, outside any transaction.
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

/** Deletes the grant, unless another refresh token has replaced it. */
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

/** Binds an encrypted token to its account. */
function encryptionContext(accountId: string): string {
  return `identity.oauth_accounts:${accountId}`;
}
