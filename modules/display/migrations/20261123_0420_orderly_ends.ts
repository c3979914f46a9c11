import type { Knex } from 'knex';

/** When a panel ended its connection itself: it sleeps, and is not reported missing. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table display.devices add column left_at timestamptz(3)');
}
