import type { Queryable, Trx } from '#shared/db/open.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';

/** The time zone of users without a setting. */
export const DEFAULT_ZONE = 'UTC';

export async function readOwnerZone(queryable: Queryable, userId: string): Promise<string> {
  const row = await queryable('display.owner_zones').where({ user_id: userId }).first('time_zone');
  return row?.time_zone ?? DEFAULT_ZONE;
}

/** The time zone of a display, or without one that of its owner. */
export async function timeZoneOf(
  queryable: Queryable,
  userId: string,
  displayId: string | null,
): Promise<string> {
  const devices = queryable('display.devices').where({ id: displayId });
  const own = displayId ? await devices.first('time_zone') : null;
  return own?.time_zone ?? readOwnerZone(queryable, userId);
}

/** Stores the time zone of a user, and notifies the panels whose quiet hours depend on it. */
export async function setOwnerZone(trx: Trx, userId: string, timeZone: string): Promise<void> {
  const { rowCount } = await trx.raw(
    `insert into display.owner_zones as zone (user_id, time_zone) values (?, ?)
     on conflict (user_id) do update set time_zone = excluded.time_zone
     where zone.time_zone <> excluded.time_zone`,
    [userId, timeZone],
  );
  if (rowCount === 0) return;
  const moved = await trx('display.devices')
    .where({ user_id: userId, time_zone: null })
    .whereRaw("quiet_hours <> '[]'")
    .select('id');
  for (const { id } of moved) await notifyPanelChanged(trx, id);
}
