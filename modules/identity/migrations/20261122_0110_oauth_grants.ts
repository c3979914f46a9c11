import type { Knex } from 'knex';

/** A provider's account may hold several grants: Apple makes one for each client id, the app's and the web's. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table identity.oauth_grants (
      account_id uuid not null references identity.oauth_accounts (id) on delete cascade,
      -- The client id that the refresh token was issued to: revoking needs both.
      client_id text not null,
      -- The provider's refresh token, encrypted; the context of the encryption is the account's id.
      refresh_token text not null,
      primary key (account_id, client_id)
    );
    insert into identity.oauth_grants
      select id, refresh_token_client_id, refresh_token from identity.oauth_accounts where refresh_token is not null;
    alter table identity.oauth_accounts drop column refresh_token, drop column refresh_token_client_id;
  `);
}
