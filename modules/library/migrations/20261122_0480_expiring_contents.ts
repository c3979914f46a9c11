import type { Knex } from 'knex';

/** Urgent contents, and contents with an expiry time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table library.contents
      add column urgent boolean not null default false,
      add column expires_at timestamptz(3)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table library.contents drop column urgent, drop column expires_at');
}
