import { addSeconds } from '#shared/clock.ts';

/** A panel that sleeps is missed after so many of its usual pauses, or after a day while none are known. */
const MISSED_PAUSES = 3;
const UNKNOWN_PAUSE_SECONDS = 8 * 3600;
/** Panels that come back after longer pauses than this stay connected, and are missed as soon as they are not. */
const LONGEST_SLEEP_SECONDS = 24 * 3600;

/** How much later than told a panel may wake. */
const WAKE_GRACE_SECONDS = 90;

export interface AwayPanel {
  lastSeenAt: Date | null;
  /** It said goodbye, or ended its connection itself. */
  hasLeft: boolean;
  /** When it was told to wake; null when it was not. */
  wakeAt: Date | null;
  /** The usual seconds from one of its connections to the next; null where they are not known. */
  pauseSeconds: number | null;
}

/** Whether a panel that is not connected sleeps as usual. The others are missed. */
export function isExpectedBack(panel: AwayPanel, now: Date): boolean {
  const { lastSeenAt, hasLeft, wakeAt, pauseSeconds } = panel;
  if (wakeAt && addSeconds(wakeAt, WAKE_GRACE_SECONDS) > now) return true;
  const sleeps = hasLeft || (pauseSeconds !== null && pauseSeconds < LONGEST_SLEEP_SECONDS);
  if (!sleeps || !lastSeenAt) return false;
  return addSeconds(lastSeenAt, MISSED_PAUSES * (pauseSeconds ?? UNKNOWN_PAUSE_SECONDS)) > now;
}
