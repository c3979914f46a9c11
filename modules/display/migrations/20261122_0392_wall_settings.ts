import type { Knex } from 'knex';

/** Quiet hours, dwell times, and expiry times of pictures. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table display.devices
      add column time_zone text,
      add column quiet_hours jsonb not null default '[]',
      add column dwell_seconds integer check (dwell_seconds between 0 and 604800),
      -- The pending picture is urgent, or a person activated it: it is published in quiet hours too.
      add column pending_at_once boolean not null default false,
      -- The expiry time of the current presentation.
      add column current_expires_at timestamptz(3);

    alter table display.presentations
      add column urgent boolean not null default false,
      add column expires_at timestamptz(3);
    create index presentations_expiring on display.presentations (device_id, expires_at)
      where expires_at is not null and state in ('preparing', 'queued', 'published', 'confirmed');

    -- The time zones of owners who have set one, for displays that have none of their own.
    create table display.owner_zones (
      user_id uuid primary key references identity.users (id),
      time_zone text not null
    );
  `);
}
