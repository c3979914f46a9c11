import type { Trx } from '#shared/db/open.ts';
import { DAY_MS, midnightOf, wallTime } from '#shared/wall-time.ts';
import type { OwnedDevice } from '../models/device.ts';
import { readOwnerZone } from '../quiet-hours/owner-zone.ts';

/** Five minutes of a working day, then of a day of the weekend. */
export const SLOT_MS = 5 * 60_000;
export const SLOTS_PER_DAY = DAY_MS / SLOT_MS;

/** When people push to a display, as its clock says, with what is recent counting more. */
export interface PushHabits {
  /** By slot; those in which nothing was ever pushed are left out. */
  weights: Map<number, number>;
  lastPushAt: Date | null;
}

/** A push counts half of one that comes so much later. */
const HALF_LIFE_SECONDS = 21 * 86_400;
/** Weights grow from here on, so that older ones need not be made smaller. */
const START = Date.UTC(2026, 0, 1);

/** The slot of a wall time. */
export function slotOf(wall: number): number {
  const midnight = midnightOf(wall);
  const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
  return (isWeekend ? SLOTS_PER_DAY : 0) + Math.floor((wall - midnight) / SLOT_MS);
}

export function weightAt(moment: Date): number {
  return 2 ** ((moment.getTime() - START) / 1000 / HALF_LIFE_SECONDS);
}

/** Counts a push to a display, in the caller's transaction. Nothing is written at any other time. */
export async function countPush(trx: Trx, device: OwnedDevice, now: Date): Promise<void> {
  const timeZone = device.timeZone ?? (await readOwnerZone(trx, device.userId));
  await trx.raw(
    `insert into display.push_habits as habit (device_id, slot, weight, last_at) values (?, ?, ?, ?)
     on conflict (device_id, slot) do update set weight = habit.weight + excluded.weight, last_at = excluded.last_at`,
    [device.id, slotOf(wallTime(timeZone, now.getTime())), weightAt(now), now],
  );
}

/** Slots that have not been pushed in for so long are not read any more. */
const MAX_AGE_SECONDS = 6 * HALF_LIFE_SECONDS;

/**
 * SQL: the habits of a device `d` as JSON, for `habitsOf`, a part of the read that each of its wakes needs anyway. $3 is
 * the moment.
 */
export const PUSH_HABITS = `(
    select jsonb_agg(jsonb_build_array(slot, weight, extract(epoch from last_at) * 1000)) from display.push_habits
    where device_id = d.id and last_at > $3::timestamptz - interval '${MAX_AGE_SECONDS} seconds')`;

/** One of `PUSH_HABITS`: slot, weight, and the last push in ms since 1970. */
export type StoredHabit = [slot: number, weight: number, lastMs: number];

export function habitsOf(stored: StoredHabit[] | null): PushHabits {
  const rows = stored ?? [];
  return {
    weights: new Map(rows.map(([slot, weight]) => [slot, weight])),
    lastPushAt: rows.length > 0 ? new Date(Math.max(...rows.map(([, , lastMs]) => lastMs))) : null,
  };
}
