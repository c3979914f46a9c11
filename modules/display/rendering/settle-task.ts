import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { RenderTask } from '../models/render-task.ts';

/** Marks a task as ended. An ended task is not changed. */
export async function settleTask(
  { clock }: Pick<DisplayContext, 'clock'>,
  trx: Trx | DisplayContext['db'],
  taskId: string,
  state: 'done' | 'failed',
): Promise<void> {
  await RenderTask.query(trx)
    .patch({ state, finishedAt: clock.now() })
    .where({ id: taskId, state: 'waiting' });
}
