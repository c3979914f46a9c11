import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What an external broker's password file says of a panel; null for one that has not enrolled since.
    alter table display.devices add column broker_entry text;

    -- Sessions that gateways keep at external brokers: whose slot it is, and which gateway had it last.
    create table display.broker_sessions (
      broker text not null,
      slot integer not null,
      gateway_id uuid not null,
      primary key (broker, slot)
    );
    create index broker_sessions_gateway on display.broker_sessions (gateway_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table display.broker_sessions;
    alter table display.devices drop column broker_entry;
  `);
}
