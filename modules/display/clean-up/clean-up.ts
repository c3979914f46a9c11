import { keepBatteryReadings } from '../battery/keep-readings.ts';
import type { DisplayContext } from '../context.ts';
import { removeEndedGateways } from '../delivery/end-gateway.ts';
import { expireAllPictures } from '../delivery/expire-pictures.ts';
import { expireQueues } from '../delivery/expire-queues.ts';
import { deleteUnclaimed } from '../pairing/delete-unclaimed.ts';
import { trimPanelLogs } from '../panel-log/trim-panel-logs.ts';
import { removeAbandonedResponses } from './remove-abandoned-responses.ts';
import { removeOldFrames } from './remove-old-frames.ts';
import { settleAbandonedTasks } from './settle-abandoned-tasks.ts';
import { sweepObjects } from './sweep-objects.ts';

/** The hourly clean-up of the module. May run twice, and may be interrupted at any point. */
export async function cleanUpDisplay(context: DisplayContext): Promise<void> {
  await keepBatteryReadings(context);
  await expireQueues(context);
  await expireAllPictures(context);
  await deleteUnclaimed(context);
  await settleAbandonedTasks(context);
  await removeOldFrames(context);
  await removeAbandonedResponses(context);
  await sweepObjects(context);
  await trimPanelLogs(context);
  await removeEndedGateways(context);
}
