import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The panel's entry in an external broker's password file; null if the panel has not enrolled since this version.
    alter table display.devices add column broker_entry text;

    -- Sessions of gateways at external brokers: the slot, and its last gateway.
    create table display.broker_sessions (
      broker text not null,
      slot integer not null,
      gateway_id uuid not null,
      primary key (broker, slot)
    );
    create index broker_sessions_gateway on display.broker_sessions (gateway_id);
  `);
}
