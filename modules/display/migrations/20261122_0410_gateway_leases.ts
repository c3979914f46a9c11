import type { Knex } from 'knex';

/**
 * A gateway renews one lease for all its connections. For each push, the time until which it was counted as connected
 * without a confirm is stored in its row, because the lease no longer has it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table display.gateways (
      id uuid primary key,
      lease_until timestamptz(3) not null
    );
    alter table display.pushes add column counted_until timestamptz(3);
    create index devices_pending on display.devices (id) where pending_presentation_id is not null;
  `);
}
