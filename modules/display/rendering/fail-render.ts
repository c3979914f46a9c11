import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { Problem } from '#shared/errors.ts';
import type { DisplayContext } from '../context.ts';
import { failPresentations } from '../end-presentations.ts';
import { Device } from '../models/device.ts';
import { Presentation } from '../models/presentation.ts';
import type { RenderTask } from '../models/render-task.ts';
import { Rendition } from '../models/rendition.ts';
import { SystemFrame } from '../models/system-frame.ts';
import { settleTask } from './settle-task.ts';

/** Fails a render task and everything that waits for it with `problem`. May be repeated. */
export async function failRender(context: DisplayContext, task: RenderTask, problem: Problem): Promise<void> {
  const { db, clock, inUserTransaction } = context;
  const presentation = task.presentationId
    ? await Presentation.query(db).findById(task.presentationId).select('device_id')
    : undefined;
  const fail = async (trx: Trx) => {
    if (presentation?.deviceId) {
      await Device.query(trx).findById(presentation.deviceId).select('id').forUpdate();
    }
    if (task.kind === 'frames' || task.kind === 'scene') {
      await failPresentations(context, trx, 'preparing', problem, (query) =>
        query.where({ id: task.presentationId }),
      );
    }
    if (task.renditionId) {
      await Rendition.query(trx)
        .patch({ state: 'failed', failure: problem, updatedAt: clock.now() })
        .where({ id: task.renditionId, state: 'preparing' });
    }
    await settleTask(context, trx, task.id, 'failed');
    // So that the page is rendered again at the next request for it.
    if (task.systemFrameId)
      await SystemFrame.query(trx).delete().where({ id: task.systemFrameId }).whereNull('files');
  };
  await (task.userId ? inUserTransaction(task.userId, fail, () => {}) : inTransaction(db, fail));
}
