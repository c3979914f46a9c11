import type { DisplayContext } from '../context.ts';
import { dropUnclaimedPanels } from './drop-unclaimed-panels.ts';
import { expireStaleQueue } from './expire-stale-queue.ts';
import { removeOldFrames } from './remove-old-frames.ts';
import { removeStalePages } from './remove-stale-pages.ts';
import { settleForgottenTasks } from './settle-forgotten-tasks.ts';
import { sweepObjects } from './sweep-objects.ts';

/** What the module removes once an hour. May be run twice, and cut short anywhere. */
export async function cleanUpDisplay(context: DisplayContext): Promise<void> {
  await expireStaleQueue(context);
  await removeStalePages(context);
  await dropUnclaimedPanels(context);
  await settleForgottenTasks(context);
  await removeOldFrames(context);
  await sweepObjects(context);
}
