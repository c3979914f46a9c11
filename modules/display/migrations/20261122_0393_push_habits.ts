import type { Knex } from 'knex';

/** When people push to a display, by five minutes of its day, and why a polling panel was told to come when it was. */
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

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table display.push_habits; alter table display.polls drop column wake_reason;');
}
