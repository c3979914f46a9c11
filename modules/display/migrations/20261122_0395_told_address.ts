import type { Knex } from 'knex';

/** The MQTT address that a panel got at its enrolment, to find panels that a change of the address left behind. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table display.devices add column told_mqtt_url text');
}
