import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from './context.ts';
import { displayNotFound } from './errors.ts';
import { Device } from './models/device.ts';
import {
  type ContentRef,
  Presentation,
  type PresentationMode,
  type StoredScene,
} from './models/presentation.ts';
import { Push } from './models/push.ts';
import { RenderTask } from './models/render-task.ts';
import { Rendition } from './models/rendition.ts';
import { type OutputProfile, PANEL_OUTPUT } from './output-profile.ts';
import type { SceneData } from './ports.ts';
import type { PresentationSource, StoredImage } from './source.ts';

export interface NewPresentation {
  userId: string;
  /** Inputs first; the order is kept. */
  contents: ContentRef[];
  mode: PresentationMode;
  title: string | null;
  analysisId: string | null;
  /** Higher goes out first. Default 0. */
  priority?: number;
  /** A display of the user, or a normalised output profile. */
  target: { displayId: string } | { output: OutputProfile };
  source: PresentationSource;
}

/**
 * Records presentations in state `preparing`, with what renders them, in the caller's transaction. Answers their ids
 * in order.
 * @throws {AppError} `404 display_not_found` when a display is no longer the user's.
 */
export async function createPresentations(
  context: DisplayContext,
  trx: Trx,
  items: NewPresentation[],
): Promise<string[]> {
  const devices = await lockDevices(trx, items);
  const ids: string[] = [];
  for (const item of items) {
    const id =
      'displayId' in item.target
        ? await insertForDisplay(context, trx, item, devices.get(item.target.displayId) as BoundDevice)
        : await insertTargetless(context, trx, item, item.target.output);
    ids.push(id);
  }
  return ids;
}

type BoundDevice = Device & { bindingId: string };

/** Holds the bindings still until the transaction ends, so that nothing is queued into one that is being dissolved. */
async function lockDevices(trx: Trx, items: NewPresentation[]): Promise<Map<string, Device>> {
  const wanted = items.flatMap(({ userId, target }) =>
    'displayId' in target ? [{ userId, id: target.displayId }] : [],
  );
  const ids = wanted.map(({ id }) => id);
  const found = await Device.query(trx).whereIn('id', ids).orderBy('id').forShare();
  const devices = new Map(found.map((device) => [device.id, device]));
  if (wanted.some(({ id, userId }) => devices.get(id)?.userId !== userId)) throw displayNotFound();
  return devices;
}

async function insertForDisplay(
  context: DisplayContext,
  trx: Trx,
  item: NewPresentation,
  device: BoundDevice,
): Promise<string> {
  const bound = { userId: item.userId, deviceId: device.id, bindingId: device.bindingId };
  const { id, createdAt } = await insertPresentation(context, trx, item, {
    ...bound,
    output: PANEL_OUTPUT,
    scene: null,
  });
  await Push.query(trx).insert({ presentationId: id, ...bound, createdAt });
  const { userId, source } = item;
  await enqueueRender(context, trx, { userId, kind: 'frames', presentationId: id, source });
  return id;
}

async function insertTargetless(
  context: DisplayContext,
  trx: Trx,
  item: NewPresentation,
  output: OutputProfile,
): Promise<string> {
  const { userId, source } = item;
  const scene =
    source.kind === 'scene'
      ? { data: source.scene as SceneData, images: source.images }
      : stretched(context, source.image, output);
  const unbound = { userId, deviceId: null, bindingId: null };
  const { id } = await insertPresentation(context, trx, item, { ...unbound, output, scene });
  const renditionId = output.formats.includes('png')
    ? await insertRendition(context, trx, id, { ...output.viewport, colorMode: output.colorMode })
    : null;
  await enqueueRender(context, trx, { userId, kind: 'scene', presentationId: id, renditionId });
  return id;
}

function stretched({ pages }: DisplayContext, image: StoredImage, { viewport }: OutputProfile): StoredScene {
  const { fileId = 'image' } = image;
  return { data: pages.stretchedImage(fileId, viewport), images: { [fileId]: image } };
}

async function insertPresentation(
  { clock }: DisplayContext,
  trx: Trx,
  { contents, mode, title, analysisId, priority = 0 }: NewPresentation,
  target: Pick<Presentation, 'userId' | 'deviceId' | 'bindingId' | 'output' | 'scene'>,
): Promise<{ id: string; createdAt: Date }> {
  const id = newId();
  const now = clock.now();
  await Presentation.query(trx).insert({
    id,
    ...target,
    contents,
    mode,
    title,
    analysisId,
    priority,
    state: 'preparing',
    createdAt: now,
    updatedAt: now,
  });
  return { id, createdAt: now };
}

/** A rendition in state `preparing`. Null when the presentation has one of that size and colour mode. */
export async function insertRendition(
  { clock }: DisplayContext,
  trx: Trx,
  presentationId: string,
  size: Pick<Rendition, 'width' | 'height' | 'colorMode'>,
): Promise<string | null> {
  const now = clock.now();
  // Not through the model: it would hand back the row it was given even when there was a conflict.
  const [inserted] = await trx(Rendition.tableName)
    .insert({
      id: newId(),
      presentation_id: presentationId,
      width: size.width,
      height: size.height,
      color_mode: size.colorMode,
      state: 'preparing',
      created_at: now,
      updated_at: now,
    })
    .onConflict(['presentation_id', 'format', 'width', 'height', 'color_mode'])
    .ignore()
    .returning<{ id: string }[]>('id');
  return inserted?.id ?? null;
}

/** Records what is to be rendered, with the job that will do it. */
export async function enqueueRender(
  { clock, jobs }: Pick<DisplayContext, 'clock' | 'jobs'>,
  trx: Trx,
  task: Pick<RenderTask, 'kind'> & Partial<RenderTask>,
): Promise<void> {
  const taskId = newId();
  await RenderTask.query(trx).insert({ ...task, id: taskId, state: 'waiting', createdAt: clock.now() });
  await jobs.send(trx, queues.renderTask, { taskId });
}
