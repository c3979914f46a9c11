import type { Trx } from '#shared/db/open.ts';
import { frameFormats } from '#shared/picture-formats.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { Frame } from '../models/frame.ts';
import { Presentation } from '../models/presentation.ts';
import { Push } from '../models/push.ts';
import type { RenderTask } from '../models/render-task.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import { PANEL_VIEWPORT } from '../output-profile.ts';
import { presentationEvent } from '../presentation-event.ts';
import type { PresentationSource } from '../source.ts';
import { checkBeyondReservation } from './check-beyond-reservation.ts';
import { bytesOf, type FrameFiles, keysOf, storeFrames } from './frame-files.ts';
import { pixelSource } from './pixel-source.ts';
import { settleTask } from './settle-task.ts';

/**
 * Renders a display presentation in every format with the tone of its display, and queues it. A presentation that no
 * longer waits for its frames (deleted, expired, already rendered) is not changed, and its new objects are removed.
 */
export async function renderFrames(context: DisplayContext, task: RenderTask): Promise<void> {
  const { db, store, pixels } = context;
  const presentation = await Presentation.query(db).findById(task.presentationId as string);
  if (!presentation?.deviceId) return;
  const { deviceId, userId } = presentation;
  if (presentation.state !== 'preparing') return withdraw(context, task, presentation);

  const device = await Device.query(db).findById(deviceId).select('tone_exponent', 'tone');
  if (!device) return;
  const source = await pixelSource(store, task.source as PresentationSource);
  const { toneExponent, tone } = device;
  const frames = await pixels.renderFrames(source, { ...PANEL_VIEWPORT, toneExponent, tone });
  const prefix = `users/${userId}/frames/${presentation.id}`;
  const files = await storeFrames(store, prefix, frames);

  let queued = false;
  try {
    queued = await queuePresentation(context, task, { deviceId, userId }, files);
  } finally {
    if (!queued) await removeUnused(context, presentation.id, files);
  }
}

/** Ends the task of a presentation that no longer waits for its frames. */
async function withdraw(
  { clock, events, inUserTransaction }: DisplayContext,
  task: RenderTask,
  presentation: Presentation,
): Promise<void> {
  const end = async (trx: Trx) => {
    await settleTask({ clock }, trx, task.id, 'done');
    if (presentation.state === 'expired') await events.withdrawn(trx, presentationEvent(presentation));
  };
  await inUserTransaction(presentation.userId, end, () => undefined);
}

/**
 * Records the frames and queues the presentation, in one transaction. Returns false if it no longer waits for frames.
 * @throws {StorageLimitError} when they exceed both the reservation and the user's storage limit
 */
async function queuePresentation(
  context: DisplayContext,
  task: RenderTask,
  { deviceId, userId }: { deviceId: string; userId: string },
  files: FrameFiles,
): Promise<boolean> {
  const { clock, events, inUserTransaction } = context;
  const storedBytes = bytesOf(files);
  const queue = async (trx: Trx) => {
    const now = clock.now();
    // Before any device is locked, like in the creation of presentations.
    await checkBeyondReservation(context, trx, task, { userId, bytes: storedBytes });
    await Device.query(trx).findById(deviceId).select('id').forUpdate();
    const [presentation] = await Presentation.query(trx)
      .patch({ state: 'queued', storedBytes, updatedAt: now })
      .where({ id: task.presentationId, state: 'preparing' })
      .returning('*');
    await settleTask({ clock }, trx, task.id, 'done');
    if (!presentation) {
      const ended = await Presentation.query(trx).findById(task.presentationId as string);
      if (ended?.state === 'expired') await events.withdrawn(trx, presentationEvent(ended));
      return false;
    }
    const rows = frameFormats.map((format) => ({
      presentationId: presentation.id,
      format,
      ...files[format],
      ...PANEL_VIEWPORT,
      createdAt: now,
    }));
    await Frame.query(trx).insert(rows);
    await Push.query(trx).findById(presentation.id).patch({ queuedAt: now });
    await events.rendered(trx, presentationEvent(presentation));
    await notifyPanelChanged(trx, deviceId);
    return true;
  };
  return inUserTransaction(userId, queue, () => false);
}

/** Removes the objects without a row. Another worker may have run the same task, and its objects must stay. */
async function removeUnused(
  { db, store }: DisplayContext,
  presentationId: string,
  files: FrameFiles,
): Promise<void> {
  const used = await Frame.query(db).select('key').where({ presentation_id: presentationId });
  const usedKeys = new Set(used.map(({ key }) => key));
  await store.remove(keysOf(files).filter((key) => !usedKeys.has(key)));
}
