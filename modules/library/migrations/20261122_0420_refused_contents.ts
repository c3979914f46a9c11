import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When the plan that refused the confirm may allow it: the expiry of the uploads counts from then.
    alter table library.contents add column refused_until timestamptz(3);
  `);
}
