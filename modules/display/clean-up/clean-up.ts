import type { DisplayContext } from '../context.ts';
import { expireQueues } from '../delivery/expire-queues.ts';
import { dropUnclaimed } from '../pairing/drop-unclaimed.ts';
import { trimPanelLogs } from '../panel-log/trim-panel-logs.ts';
import { removeOldFrames } from './remove-old-frames.ts';
import { settleForgottenTasks } from './settle-forgotten-tasks.ts';
import { sweepObjects } from './sweep-objects.ts';

/** What the module removes once an hour. May be run twice, and cut short anywhere. */
export async function cleanUpDisplay(context: DisplayContext): Promise<void> {
  await expireQueues(context);
  await dropUnclaimed(context);
  await settleForgottenTasks(context);
  await removeOldFrames(context);
  await sweepObjects(context);
  await trimPanelLogs(context);
}
