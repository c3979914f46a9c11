import type { Queryable } from '#shared/db/open.ts';
import { type DisplayBattery, presentBattery } from '../battery/present-battery.ts';
import type { DisplayContext } from '../context.ts';
import { saidGoodbye } from '../delivery/goodbye.ts';
import { type DisplayRow, displayRows, onlineUntil } from '../present-display.ts';
import { type AwayPanel, isExpectedBack } from './expected-back.ts';

/** A display, and whether it is where it should be: connected, or asleep no longer than it usually is. */
export interface DisplayPresence {
  displayId: string;
  userId: string;
  name: string;
  model: string | null;
  firmware: string | null;
  /** dBm. */
  rssi: number | null;
  /** What its panel confirmed last, unless it was deleted. */
  presentationId: string | null;
  title: string | null;
  batteryPercent: number | null;
  /** Null for a panel without one. */
  battery: DisplayBattery | null;
  lastSeenAt: Date | null;
  isOffline: boolean;
}

type PresenceRow = DisplayRow & { userId: string; currentTitle: string | null };

/** Which displays: those of some users, or one; all of them by default. */
export interface PresenceFilter {
  userIds?: string[];
  displayId?: string;
}

/** Displays with an owner. Two statements, however many there are. */
export async function readPresence(
  { clock, config }: Pick<DisplayContext, 'clock' | 'config'>,
  queryable: Queryable,
  { userIds, displayId }: PresenceFilter = {},
): Promise<DisplayPresence[]> {
  const now = clock.now();
  const rows = await displayRows(queryable)
    .select('current.title as current_title')
    .whereNotNull('devices.user_id')
    .modify((query) => {
      if (userIds) void query.whereIn('devices.user_id', userIds);
      if (displayId) void query.where('devices.id', displayId);
    })
    .castTo<PresenceRow[]>();
  const isAway = (row: PresenceRow) => (onlineUntil(config, row) ?? new Date(0)) < now;
  const pauses = await usualPauses(
    queryable,
    rows.filter(isAway).map(({ id }) => id),
  );
  return rows.map((row) => ({
    displayId: row.id,
    userId: row.userId,
    name: row.nickname || row.thingName,
    model: row.model,
    firmware: row.firmware,
    rssi: row.rssi,
    presentationId: row.existingCurrentId,
    title: row.currentTitle,
    batteryPercent: row.batteryPercent,
    battery: presentBattery(now, row),
    lastSeenAt: row.lastSeenAt,
    isOffline: isAway(row) && !isExpectedBack(asAway(row, pauses.get(row.id)), now),
  }));
}

function asAway(
  row: Pick<DisplayRow, 'lastSeenAt' | 'leftAt' | 'state' | 'stateUpdatedAt' | 'wakeAt'>,
  pauseSeconds: number | undefined,
): AwayPanel {
  const { lastSeenAt, leftAt, wakeAt } = row;
  const leftInOrder = leftAt !== null && lastSeenAt !== null && lastSeenAt <= leftAt;
  const hasLeft = leftInOrder || saidGoodbye(row);
  return { lastSeenAt, hasLeft, wakeAt, pauseSeconds: pauseSeconds ?? null };
}

/** The median of the seconds between the last connections of panels, where there are three at least. */
async function usualPauses(queryable: Queryable, deviceIds: string[]): Promise<Map<string, number>> {
  if (deviceIds.length === 0) return new Map();
  const { rows } = await queryable.raw<{ rows: { id: string; pause: number | null }[] }>(
    `select d.id, wakes.pause from unnest(:deviceIds::uuid[]) as d(id)
     cross join lateral (
       select percentile_cont(0.5) within group (order by gap) as pause from (
         select extract(epoch from created_at - lag(created_at) over (order by created_at)) as gap from (
           select event.created_at from display.panel_events event
           where event.device_id = d.id and event.kind = 'connected'
           order by event.created_at desc limit 8) connects) gaps
       having count(gap) >= 2) wakes`,
    { deviceIds } as never,
  );
  return new Map(rows.flatMap(({ id, pause }) => (pause === null ? [] : [[id, pause] as const])));
}
