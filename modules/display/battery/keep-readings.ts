import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { forecastEmpty, type Reading } from './forecast-empty.ts';

/**
 * One reading of a panel is kept per period, for this number of days: 480 readings. A battery that lasts for a year uses a
 * third of its charge in that time. In half of it, the voltage of a cell between 30 % and 15 % falls by less than its noise.
 */
export const PERIOD_SECONDS = 6 * 3600;
export const KEEP_READINGS_DAYS = 120;
/** Limits the time for which forecasts block the process. */
const MAX_PANELS_PER_BATCH = 20;

interface Kept {
  device_id: string;
  binding_id: string;
  period: number;
}

/**
 * Stores the battery readings of panels with an owner, with a forecast, and removes old ones. May run in several processes
 * at once: each reading is stored by one of them, which makes its forecast.
 */
export async function keepBatteryReadings({
  db,
  clock,
}: Pick<DisplayContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db('display.battery_readings')
    .where('read_at', '<', addSeconds(now, -KEEP_READINGS_DAYS * DAY_SECONDS))
    .del();
  const { rows } = await db.raw<{ rows: Kept[] }>(
    `insert into display.battery_readings (device_id, binding_id, period, read_at, percent)
     select id, binding_id, floor(extract(epoch from last_seen_at) / :period), last_seen_at, battery_percent
     from display.devices
     where user_id is not null and battery_percent is not null and charging is not true
       and last_seen_at > greatest(bound_at, :since)
     order by id on conflict do nothing returning device_id, binding_id, period`,
    { period: PERIOD_SECONDS, since: addSeconds(now, -PERIOD_SECONDS) } as never,
  );
  for (let from = 0; from < rows.length; from += MAX_PANELS_PER_BATCH)
    await forecastSome(db, rows.slice(from, from + MAX_PANELS_PER_BATCH));
}

async function forecastSome(db: Queryable, kept: Kept[]): Promise<void> {
  const { rows } = await db.raw<{ rows: (Kept & { readings: Reading[] })[] }>(
    `select kept.*, (
       select jsonb_agg(jsonb_build_object('at', extract(epoch from read_at) * 1000, 'percent', percent) order by read_at)
       from display.battery_readings r where r.device_id = kept.device_id and r.binding_id = kept.binding_id) as readings
     from jsonb_to_recordset(:kept::jsonb) as kept (device_id uuid, binding_id uuid, period integer)`,
    { kept: JSON.stringify(kept) },
  );
  const forecasts = rows.flatMap(({ readings, ...reading }) => {
    const emptyAt = forecastEmpty(readings ?? []);
    return emptyAt === null ? [] : [{ ...reading, empty_at: new Date(emptyAt).toISOString() }];
  });
  await db.raw(
    `update display.battery_readings r set empty_at = f.empty_at
     from jsonb_to_recordset(:forecasts::jsonb) as f (device_id uuid, binding_id uuid, period integer, empty_at timestamptz)
     where r.device_id = f.device_id and r.binding_id = f.binding_id and r.period = f.period`,
    { forecasts: JSON.stringify(forecasts) },
  );
}
