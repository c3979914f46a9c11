import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { DisplayContext } from '../context.ts';
import { RenderTask } from '../models/render-task.ts';
import { failLostTask } from '../rendering/run-render-task.ts';

/** pg-boss deletes a job that no worker ran after 14 days, so no task waits longer. */
const ABANDONED_TASK_DAYS = 15;
/** Finished tasks are kept for the analysis of faults only. */
const KEEP_DONE_TASKS_DAYS = 7;

/** Fails tasks whose job no longer exists, and removes tasks that finished long ago. */
export async function settleAbandonedTasks(context: DisplayContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const forgotten = await RenderTask.query(db)
    .where('state', 'waiting')
    .where('created_at', '<', addSeconds(now, -ABANDONED_TASK_DAYS * DAY_SECONDS))
    .select('id');
  for (const { id } of forgotten) await failLostTask(context, id);
  await RenderTask.query(db)
    .delete()
    .where('finished_at', '<', addSeconds(now, -KEEP_DONE_TASKS_DAYS * DAY_SECONDS));
}
