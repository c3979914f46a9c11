import { addSeconds } from '#shared/clock.ts';
import type { DisplayContext } from './context.ts';
import { expireQueues } from './delivery/expire-queues.ts';
import { dropUnclaimed } from './pairing/drop-unclaimed.ts';

/** Presence that no gateway has renewed for so long belongs to one that died. */
const DEAD_GATEWAY_SECONDS = 3600;

/** The hourly clean-up of panels and queues. */
export async function cleanUpPanels(context: DisplayContext): Promise<void> {
  const { db, clock } = context;
  await expireQueues(context);
  await dropUnclaimed(context);
  await db('display.presence')
    .where('lease_until', '<', addSeconds(clock.now(), -DEAD_GATEWAY_SECONDS))
    .del();
}
