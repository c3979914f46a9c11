import type { Knex } from 'knex';

/**
 * The times of pushes to a display are read from the pushes. A panel on MQTT may announce that it sleeps, and gets the
 * time of its next wake.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index pushes_device_created on display.pushes (device_id, created_at);
    drop index display.pushes_device;
    drop table display.push_habits;
    alter table display.devices
      add column sleeps boolean not null default false,
      add column wake_at timestamptz(3),
      add column wake_reason text;
  `);
}
