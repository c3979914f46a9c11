import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import type { OwnedDevice } from '../models/device.ts';
import { DEFAULT_ZONE, readOwnerZone } from '../quiet-hours/owner-zone.ts';
import { type QuietHours, quietUntil } from '../quiet-hours/quiet-until.ts';
import type { PanelView } from './read-panel.ts';

type Deps = Pick<DisplayContext, 'clock' | 'config'>;

/** What decides when a panel may be given another picture. */
export interface QueueTimes {
  /** Of the device. */
  id: string;
  /** Since when the confirmed picture is shown. */
  currentSince: Date | null;
  /** When it goes out of date; null: never. */
  currentExpiresAt: Date | null;
  /** The owner's; null for the installation's. */
  dwellSeconds: number | null;
  quietHours: QuietHours;
}

/** Displays whose quiet hours end together move on within so many milliseconds. */
const SPREAD_MS = 55_000;

/**
 * When the shown picture has been there long enough for the queue to replace it; null when there is none. One that is
 * shown since a moment that is still to come says that the clock was set back: it has been there long enough.
 */
export function dwellEnds(
  { clock, config }: Deps,
  { currentSince, dwellSeconds }: Pick<QueueTimes, 'currentSince' | 'dwellSeconds'>,
): Date | null {
  if (!currentSince || currentSince > clock.now()) return null;
  return addSeconds(currentSince, dwellSeconds ?? config.DISPLAY_MIN_DWELL_SECONDS);
}

/**
 * When the next queue entry may go out by itself: after the dwell time, or when the picture goes out of date, and not in
 * quiet hours. An urgent one does not wait for that.
 */
export function ordinaryDue(deps: Deps, times: QueueTimes): Date {
  const dwell = dwellEnds(deps, times) ?? new Date(0);
  const { currentExpiresAt: expiry } = times;
  return awakeAt(deps, times, expiry && expiry < dwell ? expiry : dwell);
}

/** When the panel goes back to the last good picture; null when the shown one does not go out of date. */
export function wayBackDue(deps: Deps, times: QueueTimes): Date | null {
  return times.currentExpiresAt && awakeAt(deps, times, times.currentExpiresAt);
}

/** The moment, or, when quiet hours are on then, a little after they end. */
export function awakeAt(
  { clock }: Pick<Deps, 'clock'>,
  { id, quietHours }: Pick<QueueTimes, 'id' | 'quietHours'>,
  moment: Date,
): Date {
  const now = clock.now();
  const end = quietUntil(quietHours, moment > now ? moment : now);
  return end ? new Date(end.getTime() + spread(id)) : moment;
}

/** A delivery that is under way when quiet hours begin has so long to end. */
const DELIVERY_SECONDS = 60;

/**
 * Whether quiet hours hold back what a panel should show: what neither is urgent nor was asked for by a person, and has
 * not arrived before they began.
 */
export function waitsForMorning(
  { clock }: Pick<Deps, 'clock'>,
  wanted: { quietHours: QuietHours; pendingSince: Date | null; pendingAtOnce: boolean },
): boolean {
  const now = clock.now();
  const { pendingSince, pendingAtOnce } = wanted;
  if (pendingSince && (pendingAtOnce || addSeconds(pendingSince, DELIVERY_SECONDS) >= now)) return false;
  return quietUntil(wanted.quietHours, now) !== null;
}

/**
 * When a panel is to be given another picture by itself: the next queue entry, or the last good one when the shown one
 * has gone out of date. Null when there is none, or something else has to happen first.
 */
export function queueDue(deps: Deps, panel: PanelView): Date | null {
  if (!panel.userId) return null;
  if (panel.hasUrgent && (!panel.pendingPresentationId || waitsForMorning(deps, panel))) return new Date(0);
  if (panel.pendingPresentationId) return null;
  const times = [panel.hasQueue ? ordinaryDue(deps, panel) : null, wayBackDue(deps, panel)];
  const due = times.filter((time) => time !== null).map(Number);
  return due.length > 0 ? new Date(Math.min(...due)) : null;
}

/** The same for a device at all times. */
function spread(deviceId: string): number {
  return Number.parseInt(deviceId.slice(-8), 16) % SPREAD_MS;
}

/** Of a device whose row was read without its owner's time zone. */
export async function queueTimesOf(queryable: Queryable, device: OwnedDevice): Promise<QueueTimes> {
  const { id, currentSince, currentExpiresAt, dwellSeconds } = device;
  return {
    id,
    currentSince,
    currentExpiresAt,
    dwellSeconds,
    quietHours: await quietHoursOf(queryable, device),
  };
}

/** Asks for the owner's time zone only where it matters. */
export async function quietHoursOf(
  queryable: Queryable,
  { userId, timeZone, quietHours: windows }: OwnedDevice,
): Promise<QuietHours> {
  if (timeZone || windows.length === 0) return { timeZone: timeZone ?? DEFAULT_ZONE, windows };
  return { timeZone: await readOwnerZone(queryable, userId), windows };
}
