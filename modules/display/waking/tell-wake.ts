import { addSeconds } from '#shared/clock.ts';
import type { DisplayContext } from '../context.ts';
import type { PanelView } from '../delivery/read-panel.ts';
import { Device } from '../models/device.ts';
import { nextPoll, type PollTimes } from '../polling/next-poll.ts';
import { DEFAULT_POLL_SECONDS, MIN_POLL_SECONDS } from '../polling/poll-seconds.ts';

const TIMES: PollTimes = {
  unclaimed: 60,
  usual: DEFAULT_POLL_SECONDS,
  min: MIN_POLL_SECONDS,
  sleeps: true,
  confirmsAtOnce: true,
};

/**
 * When a panel on MQTT that sleeps should wake next, as it is told, in ISO 8601; its wall says so from now on. Null for
 * one without an owner, or that has lost it meanwhile.
 */
export async function tellWake(context: DisplayContext, panel: PanelView): Promise<string | null> {
  if (!panel.userId) return null;
  const { seconds, reason } = nextPoll(context, panel, panel.pollSeconds, TIMES);
  const wakeAt = addSeconds(context.clock.now(), seconds);
  const told = await Device.query(context.db)
    .patch({ wakeAt, wakeReason: reason })
    .where({ id: panel.id, user_id: panel.userId });
  return told === 1 ? wakeAt.toISOString() : null;
}
