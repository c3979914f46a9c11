import type { Knex } from 'knex';

/** Battery readings of panels, to forecast when a battery will be empty. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table display.battery_readings (
      device_id uuid not null references display.devices (id) on delete cascade,
      binding_id uuid not null,
      -- One reading is kept in each six hours since 1970.
      period integer not null,
      read_at timestamptz(3) not null,
      percent double precision not null,
      -- When the battery will be empty, forecast from this and earlier readings; null: too few readings.
      empty_at timestamptz(3),
      primary key (device_id, binding_id, period)
    );
    create index battery_readings_read_at on display.battery_readings (read_at);

    -- The forecast of each battery: that of the newest reading, unless the battery was charged since.
    create view display.battery_forecasts as
      select d.id as device_id, newest.empty_at from display.devices d
      cross join lateral (
        select r.percent, r.empty_at from display.battery_readings r
        where r.device_id = d.id and r.binding_id = d.binding_id order by r.period desc limit 1) newest
      where d.charging is not true and d.battery_percent <= newest.percent + 15;
  `);
}
