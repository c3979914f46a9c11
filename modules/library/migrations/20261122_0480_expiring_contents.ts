import type { Knex } from 'knex';

/** Contents that are urgent, and contents that are good until a moment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table library.contents
      add column urgent boolean not null default false,
      add column expires_at timestamptz(3)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table library.contents drop column urgent, drop column expires_at');
}
