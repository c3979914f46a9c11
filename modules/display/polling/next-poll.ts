import { addSeconds } from '#shared/clock.ts';
import type { DisplayContext } from '../context.ts';
import { awakeAt, dwellEnds, queueDue } from '../delivery/queue-due.ts';
import type { PanelView } from '../delivery/read-panel.ts';
import type { WakeReason } from '../models/device.ts';
import { quietUntil } from '../quiet-hours/quiet-until.ts';
import { planWake, type PlannedWake as Wake } from '../waking/plan-wake.ts';
import { RETRY_SECONDS } from './judge-shown.ts';
import { MAX_POLL_SECONDS } from './poll-seconds.ts';

/** The intervals of a kind of polling panel, in seconds. */
export interface PollTimes {
  /** Interval without an owner. */
  unclaimed: number;
  /** Interval without a setting of the owner and without planned wakes. */
  usual: number;
  min: number;
  /** It sleeps between its requests: its wakes are planned from past pushes. */
  sleeps?: boolean;
  /** It confirms a picture before it sleeps, and not with its next request. */
  confirmsAtOnce?: boolean;
}

/** Seconds until a panel should poll again, and the reason; null if it is the interval. */
export interface NextPoll {
  seconds: number;
  reason: WakeReason | null;
}

/** Returns the time of the next poll: after the owner's interval, or as planned; when the queue is due; not in quiet hours. */
export function nextPoll(
  context: DisplayContext,
  view: PanelView,
  pollSeconds: number | null,
  times: PollTimes,
): NextPoll {
  if (!view.userId) return { seconds: times.unclaimed, reason: null };
  const now = context.clock.now();
  const wake = wakeOf(context, view, pollSeconds, times, now);
  const left = Math.max(times.min, Math.ceil((wake.at.getTime() - now.getTime()) / 1000));
  // Firmware sleeps 15, 30 or 60 s after a failed wake, so planned sleeps avoid these values.
  const isUsual = wake.reason === null;
  const seconds = RETRY_SECONDS.includes(left) && !isUsual ? left + 1 : left;
  return { seconds: Math.min(MAX_POLL_SECONDS, seconds), reason: wake.reason };
}

function wakeOf(
  context: DisplayContext,
  view: PanelView,
  pollSeconds: number | null,
  times: PollTimes,
  now: Date,
): Wake {
  const due = moveDue(context, view, now);
  const interval = Math.max(times.min, pollSeconds ?? times.usual);
  const regular = addSeconds(now, interval);
  const byInterval = (): Wake =>
    due && due < regular ? { at: due, reason: 'queue_due' } : { at: regular, reason: null };
  if (!times.sleeps) return byInterval();
  const { quietHours } = view;
  // A pending presentation is confirmed only by the next request.
  const isUnconfirmed = view.pendingPresentationId !== null && !times.confirmsAtOnce;
  const isQuiet = quietUntil(quietHours, now) !== null;
  if (pollSeconds !== null && (!isQuiet || isUnconfirmed)) return byInterval();
  const { pushes } = view;
  const heldUntil = dwellOver(context, view, now);
  const planned = planWake({ now, quietHours, pushes, due, heldUntil, usualSeconds: interval });
  if (isUnconfirmed && planned.at > regular) return byInterval();
  if (planned.reason !== 'quiet_hours_end') return planned;
  // Spread, so that not all displays with the same quiet hours wake in the same second.
  return { at: awakeAt(context, view, addSeconds(planned.at, -1)), reason: planned.reason };
}

/** Queue entries behind a pending presentation are due after its dwell time. */
function moveDue(context: DisplayContext, view: PanelView, now: Date): Date | null {
  if (!view.hasQueue || !view.pendingPresentationId) return queueDue(context, view);
  return view.hasUrgent ? now : dwellOver(context, view, now);
}

/** The end of the dwell time of the shown or pending picture; null if there is none. */
function dwellOver(context: DisplayContext, view: PanelView, now: Date): Date | null {
  const { dwellSeconds, pendingPresentationId, currentSince, currentExpiresAt } = view;
  if (pendingPresentationId) return dwellEnds(context, { dwellSeconds, currentSince: now });
  const ends = dwellEnds(context, { dwellSeconds, currentSince });
  return ends && currentExpiresAt && currentExpiresAt < ends ? currentExpiresAt : ends;
}
