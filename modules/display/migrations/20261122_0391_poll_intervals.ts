import type { Knex } from 'knex';

/** For how long a polling panel said that it had slept, when it asked last: firmware counts its failed wakes by that. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table display.polls add column slept_seconds integer');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table display.polls drop column slept_seconds');
}
