import { DAY_SECONDS } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { wantedPresentationId } from '../delivery/panel-state.ts';
import { Device } from '../models/device.ts';
import { type PanelStatus, readStatuses } from './read-status.ts';

/** The state of one panel for operators. */
export interface PanelReport {
  thingName: string;
  nickname: string | null;
  connected: boolean;
  lastSeenAt: Date | null;
  batteryPercent: number | null;
  firmware: string | null;
  wantedPresentationId: string | null;
  reportedPresentationId: string | null;
  /** Null if it shows the wanted picture. */
  problem: string | null;
}

/** Reports every panel, or the one with this thing name: wanted picture, shown picture, and the reason if they differ. */
export async function reportPanels(
  context: Pick<DisplayContext, 'clock' | 'config'>,
  queryable: Queryable,
  thing: string | null = null,
): Promise<PanelReport[]> {
  const query = Device.query(queryable).orderBy(['nickname', 'thing_name']);
  if (thing !== null) void query.where({ thing_name: thing });
  const devices = await query;
  const statuses = await readStatuses(
    context,
    queryable,
    devices.map(({ id }) => id),
  );
  const now = context.clock.now();
  return devices.flatMap((device) => {
    const status = statuses.get(device.id);
    if (!status) return [];
    return {
      thingName: device.thingName,
      nickname: device.nickname,
      connected: status.connected,
      lastSeenAt: device.lastSeenAt,
      batteryPercent: device.batteryPercent,
      firmware: device.firmware,
      wantedPresentationId: wantedPresentationId(device),
      reportedPresentationId: status.reportedPresentationId,
      problem: problemOf(status, now),
    };
  });
}

/** Describes why a panel does not show the wanted picture; null if it does. */
function problemOf(status: PanelStatus, now: Date): string | null {
  const { state, connected, failures, error, queued, nextAt, pendingSince } = status;
  const absence = connected ? null : 'asleep or offline';
  if (state === 'never_connected') return 'has never connected';
  if (state === 'unclaimed') return absence ?? 'waits to be claimed';
  if (state === 'up_to_date') return null;
  if (state === 'failed') return `could not show the newest page: ${error ?? 'no reason is known'}`;
  if (pendingSince) {
    const failed = failures > 0 ? `failed to show it ${failures} times, ` : '';
    return `${failed}${absence ?? 'sent'}, not confirmed for ${ago(pendingSince, now)}`;
  }
  if (queued > 0) {
    if (absence) return `${absence}, ${queued} queued`;
    return nextAt ? `${queued} queued, next in ${ago(now, nextAt)}` : `${queued} queued`;
  }
  if (state === 'rendering') return `${status.preparing} being rendered`;
  return (
    absence ?? (status.reportedPresentationId ? 'reports another picture' : 'has not reported its picture')
  );
}

const UNITS = [
  ['d', DAY_SECONDS],
  ['h', 3600],
  ['min', 60],
] as const;

/** The time between two moments, in its largest whole unit. */
export function ago(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit}`;
}
