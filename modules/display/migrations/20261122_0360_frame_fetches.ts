import type { Knex } from 'knex';

/** The last command for a presentation whose frame was sent to the panel to its last byte. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table display.pushes add column fetched_command_id uuid');
}
