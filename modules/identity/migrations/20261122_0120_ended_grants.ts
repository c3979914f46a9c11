import type { Knex } from 'knex';

/** Grants of deleted accounts that must still be revoked at their provider. Encrypted under the id of that account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table identity.ended_grants (
      account_id uuid not null,
      client_id text not null,
      refresh_token text not null,
      primary key (account_id, client_id)
    );
  `);
}
