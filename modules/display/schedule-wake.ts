import { addSeconds } from '#shared/clock.ts';
import type { DisplayContext } from './context.ts';
import type { PanelView } from './delivery/read-panel.ts';
import { Device } from './models/device.ts';
import { nextPoll, type PollTimes } from './polling/next-poll.ts';
import { DEFAULT_POLL_SECONDS, MIN_POLL_SECONDS } from './polling/poll-seconds.ts';

const TIMES: PollTimes = {
  unclaimed: 60,
  usual: DEFAULT_POLL_SECONDS,
  min: MIN_POLL_SECONDS,
  sleeps: true,
  confirmsAtOnce: true,
};

/**
 * Plans and stores the next wake of a sleeping panel on MQTT. Returns the time in ISO 8601, for its command; null for a
 * panel without an owner, and for one that has reported meanwhile that it does not sleep.
 */
export async function scheduleWake(context: DisplayContext, panel: PanelView): Promise<string | null> {
  if (!panel.userId) return null;
  const { seconds, reason } = nextPoll(context, panel, panel.pollSeconds, TIMES);
  const wakeAt = addSeconds(context.clock.now(), seconds);
  const stored = await Device.query(context.db)
    .patch({ wakeAt, wakeReason: reason })
    .where({ id: panel.id, user_id: panel.userId, sleeps: true });
  return stored === 1 ? wakeAt.toISOString() : null;
}
