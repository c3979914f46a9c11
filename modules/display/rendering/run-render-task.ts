import { type Problem, problem } from '#shared/errors.ts';
import { StorageLimitError } from '#shared/storage-full.ts';
import type { DisplayContext } from '../context.ts';
import { Presentation } from '../models/presentation.ts';
import { RenderTask } from '../models/render-task.ts';
import type { StoredImage } from '../source.ts';
import { failRender } from './fail-render.ts';
import { renderFrames } from './render-frames.ts';
import { renderScene } from './render-scene.ts';
import { renderSystemPage } from './render-system-page.ts';

const STAGE = 'creating_presentations';
const RENDERERS = {
  frames: renderFrames,
  scene: renderScene,
  rendition: renderScene,
  system_page: renderSystemPage,
};

/**
 * Renders one task. May run twice, also at the same time: the outcome is recorded once.
 * @throws the error, if another attempt follows and may succeed
 */
export async function runRenderTask(
  context: DisplayContext,
  taskId: string,
  lastAttempt: boolean,
): Promise<void> {
  const task = await RenderTask.query(context.db).findById(taskId);
  if (task?.state !== 'waiting') return;
  try {
    await RENDERERS[task.kind](context, task);
  } catch (error) {
    const stillThere = await RenderTask.query(context.db).findById(taskId);
    if (!stillThere) return; // deleted with its content meanwhile
    const known = noRoom(error) ?? (await invalidImage(context, task, error));
    if (!known && !lastAttempt) throw error;
    if (!known) context.log.error({ err: error, taskId }, 'rendering failed on the last attempt');
    await failRender(context, task, known ?? interrupted());
  }
}

/** Fails a task whose last attempt died with its process. */
export async function failLostTask(context: DisplayContext, taskId: string): Promise<void> {
  const task = await RenderTask.query(context.db).findById(taskId);
  if (task?.state === 'waiting') await failRender(context, task, interrupted());
}

function interrupted(): Problem {
  const message = 'Rendering was interrupted repeatedly.';
  return problem('internal_error', message, { stage: STAGE, retryable: true });
}

/** The Problem for an exceeded storage limit; null for other errors. */
function noRoom(error: unknown): Problem | null {
  return error instanceof StorageLimitError ? problem(error.code, error.message, { stage: STAGE }) : null;
}

/** The Problem for an invalid image of the caller; null for other errors. */
async function invalidImage(
  { db }: DisplayContext,
  task: RenderTask,
  error: unknown,
): Promise<Problem | null> {
  if (!(error instanceof Error) || error.name !== 'InvalidImageError') return null;
  const { imageId } = error as Error & { imageId?: string };
  const image = await sourceImage(db, task, imageId);
  const message =
    'The image cannot be shown: it is damaged, too large, or not of the type it was declared to be.';
  return problem('invalid_asset', message, { stage: STAGE, assetIndex: image?.assetIndex ?? null });
}

async function sourceImage(
  db: DisplayContext['db'],
  task: RenderTask,
  imageId: string | undefined,
): Promise<StoredImage | undefined> {
  if (task.source?.kind === 'image') return task.source.image;
  if (task.source?.kind === 'scene') return task.source.images[imageId ?? ''];
  const presentation = await Presentation.query(db).findById(task.presentationId as string);
  return presentation?.scene?.images[imageId ?? ''];
}
