import type { Knex } from 'knex';

/** The time that a polling panel slept before its last request, as reported; it shows failed wakes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table display.polls add column slept_seconds integer');
}
