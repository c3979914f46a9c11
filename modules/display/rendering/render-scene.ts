import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { Presentation } from '../models/presentation.ts';
import type { RenderTask } from '../models/render-task.ts';
import { Rendition } from '../models/rendition.ts';
import type { StoredFile } from '../models/system-frame.ts';
import { presentationEvent } from '../presentation-event.ts';
import { checkBeyondReservation } from './check-beyond-reservation.ts';
import { storeFile } from './frame-files.ts';
import { pixelSource } from './pixel-source.ts';
import { settleTask } from './settle-task.ts';

/**
 * Renders a targetless presentation (`scene`, which makes it `ready`) or another size of it (`rendition`) from its
 * stored Scene. A profile without PNG is drawn too, so that `ready` means that the Scene can be drawn.
 */
export async function renderScene(context: DisplayContext, task: RenderTask): Promise<void> {
  const { db, store, pixels } = context;
  const presentation = await Presentation.query(db).findById(task.presentationId as string);
  if (!presentation?.scene) return;
  const rendition = task.renditionId ? await Rendition.query(db).findById(task.renditionId) : undefined;
  const waiting = (task.kind === 'scene' ? presentation : rendition)?.state === 'preparing';
  if (!waiting) return settleTask(context, db, task.id, 'done');

  const { data: scene, images } = presentation.scene;
  const source = await pixelSource(store, { kind: 'scene', scene, images });
  const { width, height } = rendition ?? presentation.output.viewport;
  const colorMode = rendition?.colorMode ?? presentation.output.colorMode;
  const png = await pixels.renderPng(source, { width, height, colorMode });
  if (!rendition) return finish(context, presentation.userId, task, null);

  const prefix = `users/${presentation.userId}/renditions/${rendition.id}`;
  const file = await storeFile(store, prefix, png, 'image/png');
  try {
    await finish(context, presentation.userId, task, file);
  } finally {
    const kept = await Rendition.query(db).findById(rendition.id).select('key');
    if (kept?.key !== file.key) await store.remove([file.key]);
  }
}

/** @throws {StorageLimitError} when the file exceeds both the reservation and the user's storage limit */
async function finish(context: DisplayContext, userId: string, task: RenderTask, file: StoredFile | null) {
  const { clock, events, inUserTransaction } = context;
  const record = async (trx: Trx) => {
    const now = clock.now();
    if (task.kind === 'scene') {
      const [presentation] = await Presentation.query(trx)
        .patch({ state: 'ready', updatedAt: now })
        .where({ id: task.presentationId, state: 'preparing' })
        .returning('*');
      if (presentation) await events.rendered(trx, presentationEvent(presentation));
    }
    const ready = await Rendition.query(trx)
      .patch({ state: 'ready', key: file?.key ?? null, updatedAt: now })
      .where({ id: task.renditionId, state: 'preparing' });
    if (ready === 1 && file) {
      await checkBeyondReservation(context, trx, task, { userId, bytes: file.sizeBytes });
      await Presentation.query(trx)
        .findById(task.presentationId as string)
        .increment('stored_bytes', file.sizeBytes);
    }
    await settleTask({ clock }, trx, task.id, 'done');
  };
  await inUserTransaction(userId, record, () => {});
}
