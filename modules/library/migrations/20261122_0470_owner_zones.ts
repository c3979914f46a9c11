import type { Knex } from 'knex';

/** The display module is notified when a user's zone changes; this copies the zones that were set before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into display.owner_zones (user_id, time_zone) select user_id, time_zone from library.settings
    on conflict (user_id) do nothing`);
}
