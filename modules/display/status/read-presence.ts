import type { Queryable } from '#shared/db/open.ts';
import { type DisplayBattery, presentBattery } from '../battery/present-battery.ts';
import type { DisplayContext } from '../context.ts';
import { announcedDisconnect } from '../delivery/announced-disconnect.ts';
import { type DisplayRow, displayRows, onlineUntil } from '../present-display.ts';
import { type AwayPanel, isExpectedBack } from './expected-back.ts';
import { LAST_WAKES } from './last-wakes.ts';

/** A display, and whether it is offline: neither connected nor asleep for its usual time. */
export interface DisplayPresence {
  displayId: string;
  userId: string;
  name: string;
  model: string | null;
  firmware: string | null;
  /** dBm. */
  rssi: number | null;
  /** The last presentation that the panel confirmed, unless it was deleted. */
  presentationId: string | null;
  title: string | null;
  batteryPercent: number | null;
  /** Null for a panel without a battery. */
  battery: DisplayBattery | null;
  lastSeenAt: Date | null;
  isOffline: boolean;
}

type Wakes = Pick<AwayPanel, 'connectedAt' | 'pauseSeconds' | 'awaySeconds'>;
type PresenceRow = DisplayRow & { userId: string; currentTitle: string | null };

/** Selects the displays of some users, or one display; by default all. */
export interface PresenceFilter {
  userIds?: string[];
  displayId?: string;
}

/** Reads the presence of displays with an owner, in two statements. */
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
  const wakes = await lastWakes(
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
    isOffline: isAway(row) && !isExpectedBack(toAwayPanel(row, wakes.get(row.id)), now),
  }));
}

function toAwayPanel(
  row: Pick<DisplayRow, 'lastSeenAt' | 'leftAt' | 'state' | 'stateUpdatedAt' | 'sleeps' | 'wakeAt'>,
  wakes: Wakes = { connectedAt: null, pauseSeconds: null, awaySeconds: null },
): AwayPanel {
  const { lastSeenAt, leftAt, sleeps, wakeAt } = row;
  const leftInOrder = leftAt !== null && lastSeenAt !== null && lastSeenAt <= leftAt;
  return { lastSeenAt, hasLeft: leftInOrder || announcedDisconnect(row), sleeps, wakeAt, ...wakes };
}

interface WakesRow {
  id: string;
  woke_at: Date | null;
  gap_seconds: number | null;
  away_seconds: number | null;
}

async function lastWakes(queryable: Queryable, deviceIds: string[]): Promise<Map<string, Wakes>> {
  if (deviceIds.length === 0) return new Map();
  const { rows } = await queryable.raw<{ rows: WakesRow[] }>(
    `select d.id, wakes.* from unnest(:deviceIds::uuid[]) as d(id) join lateral ${LAST_WAKES} wakes on true`,
    { deviceIds } as never,
  );
  return new Map(
    rows.map(({ id, woke_at: connectedAt, gap_seconds: pauseSeconds, away_seconds: awaySeconds }) => [
      id,
      { connectedAt, pauseSeconds, awaySeconds },
    ]),
  );
}
