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

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create table display.push_habits (
      device_id uuid not null references display.devices (id) on delete cascade,
      slot smallint not null,
      weight double precision not null,
      last_at timestamptz(3) not null,
      primary key (device_id, slot)
    );
    create index pushes_device on display.pushes (device_id);
    drop index display.pushes_device_created;
    alter table display.devices drop column sleeps, drop column wake_at, drop column wake_reason;
  `);
}
