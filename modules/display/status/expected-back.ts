import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';

/** A sleeping panel counts as offline after this number of its usual pauses. */
const MISSED_PAUSES = 3;
/** Assumed pause of a sleeping panel without a wake time, because it fell asleep before it had an owner. */
const UNKNOWN_PAUSE_SECONDS = 8 * 3600;
/** A panel with longer pauses than this normally stays connected, and counts as offline as soon as it disconnects. */
const LONGEST_SLEEP_SECONDS = DAY_SECONDS;
/** A panel that was connected for longer than this normally stays connected and has only lost its connection. */
const LONGEST_POLL_VISIT_SECONDS = 30 * 60;

/** Tolerated delay after the wake time. */
const WAKE_GRACE_SECONDS = 90;

export interface AwayPanel {
  lastSeenAt: Date | null;
  /** It announced its disconnect, or ended its connection itself. */
  hasLeft: boolean;
  /** It reported that it sleeps between its connections. */
  sleeps: boolean;
  /** The wake time that it got; null without one. */
  wakeAt: Date | null;
  /** When its last connection began; null if unknown. */
  connectedAt: Date | null;
  /** The usual seconds from one of its connections to the next; null if unknown. */
  pauseSeconds: number | null;
  /** The usual seconds from the end of one connection to the next; null if unknown. */
  awaySeconds: number | null;
}

/** Whether a disconnected panel sleeps as usual. Others count as offline, also after an announced disconnect. */
export function isExpectedBack(panel: AwayPanel, now: Date): boolean {
  const { lastSeenAt, hasLeft, wakeAt } = panel;
  if (wakeAt && addSeconds(wakeAt, WAKE_GRACE_SECONDS) > now) return true;
  if (!lastSeenAt) return false;
  const pauseSeconds =
    panel.pauseSeconds ?? (hasLeft && panel.sleeps ? announcedPause(lastSeenAt, wakeAt) : null);
  if (pauseSeconds === null || (!hasLeft && pauseSeconds >= LONGEST_SLEEP_SECONDS)) return false;
  return (
    (panel.sleeps || onlyWakesToPoll(panel, lastSeenAt, pauseSeconds)) &&
    addSeconds(lastSeenAt, MISSED_PAUSES * pauseSeconds) > now
  );
}

function announcedPause(lastSeenAt: Date, wakeAt: Date | null): number {
  return wakeAt ? secondsBetween(lastSeenAt, wakeAt) : UNKNOWN_PAUSE_SECONDS;
}

/** Whether a panel only wakes to poll: its last connection was short, and it is disconnected most of the time. */
function onlyWakesToPoll(panel: AwayPanel, lastSeenAt: Date, pauseSeconds: number): boolean {
  const { connectedAt, awaySeconds } = panel;
  if (awaySeconds !== null && awaySeconds < pauseSeconds / 2) return false;
  if (!connectedAt) return true;
  return secondsBetween(connectedAt, lastSeenAt) <= Math.min(LONGEST_POLL_VISIT_SECONDS, pauseSeconds / 2);
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
