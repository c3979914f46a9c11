import type { Knex } from 'knex';

/** Urgent contents, and contents with an expiry time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table library.contents
      add column urgent boolean not null default false,
      add column expires_at timestamptz(3)`);
}
