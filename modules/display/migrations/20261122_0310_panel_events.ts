import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What happened to a panel, to explain why it shows what it shows. A log and not a state: nothing is
    -- decided by it. Without a foreign key, because a row of it must never wait for a panel's row.
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

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table display.panel_events');
}
