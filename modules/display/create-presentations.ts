import type { Trx } from '#shared/db/open.ts';
import { problem } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from './context.ts';
import { displayNotFound } from './errors.ts';
import { Device, type OwnedDevice } from './models/device.ts';
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
import { pageBytes } from './page-bytes.ts';
import type { SceneData } from './ports.ts';
import { reservePushes, type WhenExhausted } from './reserve-pushes.ts';
import type { PresentationSource, StoredImage } from './source.ts';

export interface NewPresentation {
  /** By default a new id. */
  id?: string;
  userId: string;
  /** Inputs first; the order is kept. */
  contents: ContentRef[];
  mode: PresentationMode;
  title: string | null;
  analysisId: string | null;
  /** Higher goes out first. Default 0. */
  priority?: number;
  /** Goes out before the others, also in quiet hours and before the dwell time has passed. Default false. */
  urgent?: boolean;
  /** When it expires. Default: never. */
  expiresAt?: Date | null;
  /** A display of the user, or a normalised output profile. */
  target: { displayId: string } | { output: OutputProfile };
  source: PresentationSource;
}

export interface CreatedPresentations {
  /** In the order of the items. */
  ids: string[];
  /** The presentations that failed at once, because the quota had no push left. */
  beyondQuota: { presentationId: string; displayId: string }[];
}

/**
 * Records presentations of one user in state `preparing`, with their render tasks and jobs, in the caller's transaction.
 * Each presentation for a display reserves a push.
 * @throws {AppError} `404 display_not_found` when a display is no longer the user's; `402`, `429` when the plan does not
 * allow it and `whenExhausted` is `refuse`
 */
export async function createPresentations(
  context: DisplayContext,
  trx: Trx,
  items: NewPresentation[],
  whenExhausted: WhenExhausted,
): Promise<CreatedPresentations> {
  const created: CreatedPresentations = { ids: [], beyondQuota: [] };
  const [first] = items;
  if (!first) return created;
  await context.requireUser(trx, first.userId); // before any panel, as in lockDisplay
  const devices = await lockDevices(trx, items);
  const made = items.map((item) => ({ ...item, id: item.id ?? newId() }));
  const bound = made.filter(({ target }) => 'displayId' in target).map(({ id }) => id);
  const reserve = () => reservePushes(context, trx, first.userId, bound, whenExhausted);
  const reserved = whenExhausted === 'fail' ? await reserve() : new Set(bound);
  for (const item of made) {
    const { id, target } = item;
    created.ids.push(id);
    if ('output' in target) {
      await insertTargetless(context, trx, item, target.output);
      continue;
    }
    const hasPush = reserved.has(id);
    await insertForDisplay(context, trx, item, devices.get(target.displayId) as OwnedDevice, hasPush);
    if (!hasPush) created.beyondQuota.push({ presentationId: id, displayId: target.displayId });
  }
  // As late as possible: from here to the commit, other calls for the same quota wait.
  if (whenExhausted === 'refuse') await reserve();
  return created;
}

/** Locks the bindings until the transaction ends, so that nothing is queued into a binding that is being ended. */
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

/** A presentation that is being created. */
type Item = NewPresentation & { id: string };

const NO_PUSH_LEFT = problem('quota_exceeded', 'Your plan had no push left for this page.', {
  stage: 'creating_presentations',
});

async function insertForDisplay(
  context: DisplayContext,
  trx: Trx,
  item: Item,
  device: OwnedDevice,
  hasPush: boolean,
): Promise<void> {
  const { id: presentationId, userId, source } = item;
  const bound = { userId, deviceId: device.id, bindingId: device.bindingId };
  const failure = hasPush ? null : NO_PUSH_LEFT;
  await insertPresentation(context, trx, item, { ...bound, output: PANEL_OUTPUT, scene: null, failure });
  if (!hasPush) return;
  await Push.query(trx).insert({ presentationId, ...bound, createdAt: context.clock.now() });
  const reservedBytes = presentationBytes(item);
  await enqueueRender(context, trx, { userId, kind: 'frames', presentationId, source, reservedBytes });
  const startAfter = item.expiresAt;
  if (startAfter)
    await context.jobs.send(trx, queues.expirePictures, { deviceId: device.id }, { startAfter });
}

async function insertTargetless(
  context: DisplayContext,
  trx: Trx,
  item: Item,
  output: OutputProfile,
): Promise<void> {
  const { id: presentationId, userId, source } = item;
  const scene =
    source.kind === 'scene'
      ? { data: source.scene as SceneData, images: source.images }
      : stretchedScene(context, source.image, output);
  const unbound = { userId, deviceId: null, bindingId: null };
  await insertPresentation(context, trx, item, { ...unbound, output, scene, failure: null });
  const renditionId = output.formats.includes('png')
    ? await insertRendition(context, trx, presentationId, { ...output.viewport, colorMode: output.colorMode })
    : null;
  const reservedBytes = presentationBytes(item);
  await enqueueRender(context, trx, { userId, kind: 'scene', presentationId, renditionId, reservedBytes });
}

function stretchedScene(
  { pages }: DisplayContext,
  image: StoredImage,
  { viewport }: OutputProfile,
): StoredScene {
  const { fileId = 'image' } = image;
  return { data: pages.stretchedImage(fileId, viewport), images: { [fileId]: image } };
}

async function insertPresentation(
  { clock }: DisplayContext,
  trx: Trx,
  { id, contents, mode, title, analysisId, priority = 0, urgent = false, expiresAt = null }: Item,
  target: Pick<Presentation, 'userId' | 'deviceId' | 'bindingId' | 'output' | 'scene' | 'failure'>,
): Promise<void> {
  const now = clock.now();
  await Presentation.query(trx).insert({
    id,
    ...target,
    contents,
    mode,
    title,
    analysisId,
    priority,
    urgent,
    expiresAt,
    state: target.failure ? 'failed' : 'preparing',
    createdAt: now,
    updatedAt: now,
  });
}

/** Inserts a rendition in state `preparing`. Null if the presentation has one of that size and colour mode. */
export async function insertRendition(
  { clock }: DisplayContext,
  trx: Trx,
  presentationId: string,
  size: Pick<Rendition, 'width' | 'height' | 'colorMode'>,
): Promise<string | null> {
  const now = clock.now();
  // Not through the model, which would return the given row even after a conflict.
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

/** Records a render task and sends its job. */
export async function enqueueRender(
  { clock, jobs }: Pick<DisplayContext, 'clock' | 'jobs'>,
  trx: Trx,
  task: Pick<RenderTask, 'kind'> & Partial<RenderTask>,
): Promise<void> {
  const taskId = newId();
  await RenderTask.query(trx).insert({ ...task, id: taskId, state: 'waiting', createdAt: clock.now() });
  await jobs.send(trx, queues.renderTask, { taskId });
}

/** Bytes that are reserved for drawing a presentation. */
export function presentationBytes({ target, source }: Pick<NewPresentation, 'target' | 'source'>): number {
  const pictures = source.kind === 'image' || Object.keys(source.images).length > 0;
  if ('displayId' in target) return pageBytes(null, { pictures });
  return target.output.formats.includes('png') ? pageBytes(target.output, { pictures }) : 0;
}
