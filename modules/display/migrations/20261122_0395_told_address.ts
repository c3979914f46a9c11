import type { Knex } from 'knex';

/** The MQTT address that a panel was told when it enrolled, and keeps: so that those left behind by a change are found. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table display.devices add column told_mqtt_url text');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table display.devices drop column told_mqtt_url');
}
