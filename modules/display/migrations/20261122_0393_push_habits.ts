import type { Knex } from 'knex';

/** Times of pushes to a display, in steps of five minutes, and the reason for the next wake of a polling panel. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table display.push_habits (
      device_id uuid not null references display.devices (id) on delete cascade,
      slot smallint not null,
      weight double precision not null,
      last_at timestamptz(3) not null,
      primary key (device_id, slot)
    );
    alter table display.polls add column wake_reason text;
  `);
}
