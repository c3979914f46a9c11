import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import type { OwnedDevice } from '../models/device.ts';
import { DEFAULT_ZONE, readOwnerZone } from '../quiet-hours/owner-zone.ts';
import { type QuietHours, quietUntil } from '../quiet-hours/quiet-until.ts';
import type { PanelView } from './read-panel.ts';

type Deps = Pick<DisplayContext, 'clock' | 'config'>;

/** The values that determine when a panel may get another picture. */
export interface QueueTimes {
  /** Id of the device. */
  id: string;
  /** Since when the confirmed picture is shown. */
  currentSince: Date | null;
  /** When it expires; null: never. */
  currentExpiresAt: Date | null;
  /** The owner's setting; null for that of the installation. */
  dwellSeconds: number | null;
  quietHours: QuietHours;
}

/** The queues of displays whose quiet hours end at the same time advance within this time. */
const SPREAD_MS = 55_000;

/**
 * Returns the end of the shown picture's dwell time; null if there is no picture. A picture shown since a time in the
 * future means that the clock was set back: its dwell time counts as over.
 */
export function dwellEnds(
  { clock, config }: Deps,
  { currentSince, dwellSeconds }: Pick<QueueTimes, 'currentSince' | 'dwellSeconds'>,
): Date | null {
  if (!currentSince || currentSince > clock.now()) return null;
  return addSeconds(currentSince, dwellSeconds ?? config.DISPLAY_MIN_DWELL_SECONDS);
}

/**
 * Returns when the next queue entry that is not urgent may go out: after the dwell time, or when the picture expires, and
 * not in quiet hours.
 */
export function ordinaryDue(deps: Deps, times: QueueTimes): Date {
  const dwell = dwellEnds(deps, times) ?? new Date(0);
  const { currentExpiresAt: expiry } = times;
  return awakeAt(deps, times, expiry && expiry < dwell ? expiry : dwell);
}

/** Returns when the panel returns to the last picture that has not expired; null if the shown one does not expire. */
export function returnDue(deps: Deps, times: QueueTimes): Date | null {
  return times.currentExpiresAt && awakeAt(deps, times, times.currentExpiresAt);
}

/** Returns the moment or, if it is in quiet hours, a time shortly after they end. */
export function awakeAt(
  { clock }: Pick<Deps, 'clock'>,
  { id, quietHours }: Pick<QueueTimes, 'id' | 'quietHours'>,
  moment: Date,
): Date {
  const now = clock.now();
  const end = quietUntil(quietHours, moment > now ? moment : now);
  return end ? new Date(end.getTime() + spread(id)) : moment;
}

/** Time for a delivery that is in progress when quiet hours begin. */
const DELIVERY_SECONDS = 60;

/**
 * Whether quiet hours delay the wanted picture: it is neither urgent nor requested by a user, and was not delivered before
 * they began.
 */
export function waitsForQuietHours(
  { clock }: Pick<Deps, 'clock'>,
  wanted: { quietHours: QuietHours; pendingSince: Date | null; pendingAtOnce: boolean },
): boolean {
  const now = clock.now();
  const { pendingSince, pendingAtOnce } = wanted;
  if (pendingSince && (pendingAtOnce || addSeconds(pendingSince, DELIVERY_SECONDS) >= now)) return false;
  return quietUntil(wanted.quietHours, now) !== null;
}

/**
 * Returns when a panel gets another picture without a request: the next queue entry, or the last picture that has not
 * expired. Null if there is none, or if a pending presentation must be confirmed first.
 */
export function queueDue(deps: Deps, panel: PanelView): Date | null {
  if (!panel.userId) return null;
  if (panel.hasUrgent && (!panel.pendingPresentationId || waitsForQuietHours(deps, panel)))
    return new Date(0);
  if (panel.pendingPresentationId) return null;
  const times = [panel.hasQueue ? ordinaryDue(deps, panel) : null, returnDue(deps, panel)];
  const due = times.filter((time) => time !== null).map(Number);
  return due.length > 0 ? new Date(Math.min(...due)) : null;
}

/** A delay that is constant for a device. */
function spread(deviceId: string): number {
  return Number.parseInt(deviceId.slice(-8), 16) % SPREAD_MS;
}

/** Reads the queue times of a device whose row was read without its owner's time zone. */
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

/** Reads the owner's time zone only if it is needed. */
export async function quietHoursOf(
  queryable: Queryable,
  { userId, timeZone, quietHours: windows }: OwnedDevice,
): Promise<QuietHours> {
  if (timeZone || windows.length === 0) return { timeZone: timeZone ?? DEFAULT_ZONE, windows };
  return { timeZone: await readOwnerZone(queryable, userId), windows };
}
