import type { Knex } from 'knex';

/** Reserves room for the next version of a row on its own page, so that heartbeats and renewals change no index. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table display.devices set (fillfactor = 60)');
  await knex.raw('alter table display.presence set (fillfactor = 40)');
}
