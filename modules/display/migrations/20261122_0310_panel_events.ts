import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The history of a panel, which explains its current picture. Informational: no decision depends on it. It has no
    -- foreign key, because an insert must never wait for the lock of a device.
    create table display.panel_events (
      id uuid primary key,
      device_id uuid not null,
      -- The ownership in which it happened; null for a panel without an owner.
      binding_id uuid,
      created_at timestamptz(3) not null,
      kind text not null,
      detail jsonb not null default '{}'
    );
    create index panel_events_device on display.panel_events (device_id, created_at desc, id desc);
  `);
}
