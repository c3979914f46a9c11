import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { AppError, type Problem, problem } from '#shared/errors.ts';
import { StorageLimitError } from '#shared/storage-full.ts';
import { chooseTargets } from '../analyses/run/choose-targets.ts';
import { invalidAsset } from '../analyses/run/read-material.ts';
import { RunError } from '../analyses/run/run-error.ts';
import type { LibraryContext } from '../context.ts';
import { InvalidAssetError } from '../digests/asset-digest.ts';
import { Preview, type PreviewPage } from '../models/preview.ts';
import { type PlannedPage, planPreview } from './plan-preview.ts';
import { removePreviewObjects } from './remove-preview-objects.ts';
import { createStoreObject, type StoreObject } from './store-object.ts';

/** Most pages that are drawn for one preview. */
const MAX_DRAWN_PAGES = 4;
const UNEXPECTED_FAILURE = problem('internal_error', 'The page could not be drawn. Try again.', {
  retryable: true,
});

/**
 * Plans and draws a preview. Does nothing when its row is gone, because the caller has disconnected.
 * @throws every failure that the sent material did not cause
 */
export async function drawPreview(context: LibraryContext, previewId: string): Promise<void> {
  const preview = await Preview.query(context.db).findById(previewId);
  if (preview?.state !== 'waiting') return;
  let unexpected: unknown = null;
  const outcome = await planAndDraw(context, preview).catch((error) => {
    const known = failureOf(error);
    if (!known) unexpected = error;
    return { state: 'failed' as const, failure: known ?? UNEXPECTED_FAILURE };
  });
  const settled = await inTransaction(context.db, async (trx) => {
    const patched = await Preview.query(trx).patch(outcome).where({ id: previewId, state: 'waiting' });
    if (patched === 1) await notify(trx, channels.previewEnded, preview.userId);
    return patched === 1;
  });
  // A preview removed meanwhile has lost its pictures too; that is not an error.
  if (!settled) await removePreviewObjects(context.store, preview);
  else if (unexpected) context.log.error({ err: unexpected }, 'a preview was not drawn');
}

async function planAndDraw(context: LibraryContext, preview: Preview) {
  const { userId, request } = preview;
  const targets = await chooseTargets(context, { userId, target: request.target });
  const storeObject = createStoreObject(context, preview);
  const { pages: planned, warnings } = await planPreview(context, preview, targets, storeObject);
  const pages: PreviewPage[] = [];
  for (const page of planned.slice(0, MAX_DRAWN_PAGES))
    pages.push(await drawPage(context, storeObject, page, targets.output));
  return { state: 'ready' as const, pages, morePages: planned.length - pages.length, warnings };
}

async function drawPage(
  { display }: LibraryContext,
  storeObject: StoreObject,
  { displayId, title, template, source }: PlannedPage,
  output: Parameters<LibraryContext['display']['renderPreview']>[0]['output'],
): Promise<PreviewPage> {
  const { png, width, height } = await display.renderPreview({ displayId, output, source });
  const key = await storeObject('pages', png, 'image/png');
  return { displayId, title, template, width, height, key };
}

/** The public problem of a known failure; null for any other. */
function failureOf(error: unknown): Problem | null {
  if (error instanceof RunError) return error.problem;
  if (error instanceof InvalidAssetError) return invalidAsset(error);
  if (error instanceof StorageLimitError) return problem(error.code, error.message);
  if (error instanceof AppError && error.code === 'display_not_found')
    return problem('display_not_found', error.message);
  if (error instanceof Error && error.name === 'InvalidImageError')
    return problem('invalid_asset', 'The image cannot be shown: it is damaged or too large.');
  return null;
}
