import { addSeconds } from '#shared/clock.ts';

/** A panel that sleeps is missed after so many of its usual pauses. */
const MISSED_PAUSES = 3;
/** Of a panel that said that it sleeps, and slept before it had an owner: it was told nothing. */
const UNKNOWN_PAUSE_SECONDS = 8 * 3600;
/** Panels that come back after longer pauses than this stay connected, and are missed as soon as they are not. */
const LONGEST_SLEEP_SECONDS = 24 * 3600;
/** One that was connected for longer than this does not wake for a look: it stays connected, and lost its connection a few times. */
const LONGEST_LOOK_SECONDS = 30 * 60;

/** How much later than told a panel may wake. */
const WAKE_GRACE_SECONDS = 90;

export interface AwayPanel {
  lastSeenAt: Date | null;
  /** It said goodbye, or ended its connection itself. */
  hasLeft: boolean;
  /** It said that it sleeps between its connections. */
  sleeps: boolean;
  /** When it was told to wake; null when it was not. */
  wakeAt: Date | null;
  /** When its last connection began; null where that is not known. */
  connectedAt: Date | null;
  /** The usual seconds from one of its connections to the next; null where they are not known. */
  pauseSeconds: number | null;
  /** Those from the end of one to the next; null where they are not known. */
  awaySeconds: number | null;
}

/** Whether a panel that is not connected sleeps as usual. The others are missed: a goodbye alone promises no return. */
export function isExpectedBack(panel: AwayPanel, now: Date): boolean {
  const { lastSeenAt, hasLeft, wakeAt } = panel;
  if (wakeAt && addSeconds(wakeAt, WAKE_GRACE_SECONDS) > now) return true;
  if (!lastSeenAt) return false;
  const pauseSeconds = panel.pauseSeconds ?? (hasLeft && panel.sleeps ? toldPause(lastSeenAt, wakeAt) : null);
  if (pauseSeconds === null || (!hasLeft && pauseSeconds >= LONGEST_SLEEP_SECONDS)) return false;
  return (
    (panel.sleeps || onlyLooked(panel, lastSeenAt, pauseSeconds)) &&
    addSeconds(lastSeenAt, MISSED_PAUSES * pauseSeconds) > now
  );
}

function toldPause(lastSeenAt: Date, wakeAt: Date | null): number {
  return wakeAt ? secondsBetween(lastSeenAt, wakeAt) : UNKNOWN_PAUSE_SECONDS;
}

/** Whether it wakes for a look: its last connection was short, and it is away for most of the time. */
function onlyLooked(panel: AwayPanel, lastSeenAt: Date, pauseSeconds: number): boolean {
  const { connectedAt, awaySeconds } = panel;
  if (awaySeconds !== null && awaySeconds < pauseSeconds / 2) return false;
  if (!connectedAt) return true;
  return secondsBetween(connectedAt, lastSeenAt) <= Math.min(LONGEST_LOOK_SECONDS, pauseSeconds / 2);
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
