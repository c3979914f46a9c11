import type { Knex } from 'knex';

/** How often a panel reported that it could not fetch a frame that had been sent to it completely. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table display.pushes
      add column fetch_failures integer not null default 0,
      -- The command of the last failed fetch, so that a repeated report counts once.
      add column last_fetch_failure text
  `);
}
