import type { Knex } from 'knex';

/** How often a panel said that it could not fetch a frame which had been sent to it whole. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table display.pushes
      add column fetch_failures integer not null default 0,
      -- The command of the last failure to fetch: a report that is repeated counts once.
      add column last_fetch_failure text
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table display.pushes drop column fetch_failures, drop column last_fetch_failure');
}
