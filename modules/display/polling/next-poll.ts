import type { DisplayContext } from '../context.ts';
import { queueDue } from '../delivery/next-command.ts';
import type { PanelView } from '../delivery/read-panel.ts';
import { RETRY_SECONDS } from './judge-shown.ts';
import { MAX_POLL_SECONDS } from './poll-seconds.ts';

/** How often a kind of panel asks. */
export interface PollTimes {
  /** While it has no owner. */
  unclaimed: number;
  /** Unless its owner says otherwise. */
  usual: number;
  min: number;
}

/** In how many seconds a panel should ask again: after the interval, or as soon as its queue is due. */
export function secondsToNextPoll(
  context: DisplayContext,
  view: PanelView,
  pollSeconds: number | null,
  times: PollTimes,
): number {
  if (!view.userId) return times.unclaimed;
  const interval = Math.max(times.min, pollSeconds ?? times.usual);
  const due = Math.max(times.min, Math.ceil(secondsToQueue(context, view)));
  // A panel that comes after 30 or 60 s says by that, unless it was told to, that its last wake failed.
  return Math.min(MAX_POLL_SECONDS, interval, RETRY_SECONDS.includes(due) ? due + 1 : due);
}

/** What waits behind a pending picture is due once that has been there for the dwell time. */
function secondsToQueue(context: DisplayContext, view: PanelView): number {
  if (view.hasQueue && view.pendingPresentationId) return context.config.DISPLAY_MIN_DWELL_SECONDS;
  const due = queueDue(context, view);
  return due ? (due.getTime() - context.clock.now().getTime()) / 1000 : Number.POSITIVE_INFINITY;
}
