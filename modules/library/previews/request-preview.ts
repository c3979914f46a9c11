import { normaliseOutput } from '#modules/display';
import { AppError, type Problem } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { ColorMode } from '#shared/picture-formats.ts';
import type { AnalysisTarget } from '../analyses/models/analysis.ts';
import { contentProblems, refuseProblems } from '../contents/content-rules.ts';
import type { LibraryContext } from '../context.ts';
import { Preview, type PreviewAsset, type PreviewPage } from '../models/preview.ts';
import { previewPrefix } from '../object-keys.ts';
import { contentRequestOf } from '../push/push-content.ts';
import type { PushOptions } from '../push/push-options.ts';
import type { PushWaiters } from '../push/push-waiters.ts';
import type { ReceivedAsset } from '../push/receive-asset.ts';
import { checkStorageLimit } from '../uploads/check-storage-limit.ts';
import { removePreviewObjects } from './remove-preview-objects.ts';
import type { PreviewDto } from './schemas.ts';
import { previewBytes } from './store-object.ts';

/** Longer than the time to fetch a slow link and read a large PDF. */
const MAX_WAIT_SECONDS = 45;

export interface PreviewInput {
  userId: string;
  assets: ReceivedAsset[];
  options: PushOptions;
  /** The display that the options name. */
  displayId: string | undefined;
  /** Draws a page of this size rather than for a display. */
  size: { width: number; height: number; colorMode: ColorMode } | null;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Lets a worker plan and draw what a push of the same request would show, and waits for it. Afterwards no row and no
 * object of it remain.
 * @throws {AppError} as creating a Content; `422` for displays; `503 processing_unavailable` when no worker does it in
 * time, or the user's storage limit would be exceeded
 */
export async function requestPreview(
  context: LibraryContext,
  waiters: PushWaiters,
  input: PreviewInput,
): Promise<PreviewDto> {
  const { userId, assets, options } = input;
  const request = contentRequestOf(input);
  refuseProblems(contentProblems(request, context.config.MAX_ASSET_BYTES));
  const key = { userId, id: newId() };
  try {
    const storedAssets = await storeAssets(assets, previewPrefix(key));
    const { clock, jobs } = context;
    const previewRequest = {
      assets: storedAssets,
      title: options.title ?? null,
      intent: options.intent ?? null,
      hardcode: options.mode === 'hardcode',
      target: targetOf(input, request.displayId),
    };
    const heldBytes = sentBytes(assets) + previewBytes(previewRequest);
    await context.inUserTransaction(userId, async (trx) => {
      await checkStorageLimit(context, trx, { userId, bytes: heldBytes });
      await Preview.query(trx).insert({
        ...key,
        state: 'waiting',
        request: previewRequest,
        heldBytes,
        createdAt: clock.now(),
      });
      await jobs.send(trx, queues.drawPreview, { previewId: key.id });
    });
    return await present(context, await waitForPreview(context, waiters, { ...key, signal: input.signal }));
  } finally {
    await Preview.query(context.db).delete().where({ id: key.id });
    await removePreviewObjects(context.store, key);
  }
}

function targetOf({ size }: PreviewInput, displayId: string | null | undefined): AnalysisTarget {
  if (displayId) return { displayIds: [displayId] };
  if (!size) return null;
  const { width, height, colorMode } = size;
  return { output: normaliseOutput({ viewport: { width, height }, colorMode }) };
}

function sentBytes(assets: ReceivedAsset[]): number {
  return assets.reduce((sum, asset) => sum + ('object' in asset ? asset.object.facts().sizeBytes : 0), 0);
}

async function storeAssets(assets: ReceivedAsset[], prefix: string): Promise<PreviewAsset[]> {
  const none = { text: null, url: null, filename: null, contentType: null, key: null };
  const stored: PreviewAsset[] = [];
  for (const [assetIndex, asset] of assets.entries()) {
    if ('object' in asset) {
      const { object, ...facts } = asset;
      const { key } = await object.keep(`${prefix}${assetIndex}`, asset.contentType);
      stored.push({ ...none, ...facts, key });
    } else stored.push({ ...none, ...asset });
  }
  return stored;
}

/** @throws {AppError} the failure of the preview; `503` when the time is over, the caller went away, or this process shuts down */
async function waitForPreview(
  { db }: LibraryContext,
  waiters: PushWaiters,
  { id, userId, signal }: { id: string; userId: string; signal: AbortSignal },
): Promise<Preview> {
  const limit = waiters.limit(MAX_WAIT_SECONDS, signal);
  for (;;) {
    // Wait first, then read, so that no change between the two is missed.
    const changed = waiters.change(userId, limit);
    const preview = await Preview.query(db).findById(id);
    if (preview?.state === 'ready') return preview;
    if (preview?.failure) throw refusal(preview.failure);
    if (!preview || limit.aborted)
      throw new AppError(503, 'processing_unavailable', 'The page was not drawn in time. Try again.');
    await changed;
  }
}

const STATUS_OF_CODE: Record<string, number> = {
  invalid_asset: 400,
  display_not_found: 404,
  display_incompatible: 422,
  no_compatible_display: 422,
};

function refusal({ code, message, assetIndex }: Problem): AppError {
  const status = STATUS_OF_CODE[code];
  if (!status) return new AppError(503, 'processing_unavailable', message);
  return new AppError(status, code, message, assetIndex === null ? {} : { assetIndex });
}

async function present(
  { store }: LibraryContext,
  { pages, morePages, warnings }: Preview,
): Promise<PreviewDto> {
  const withImage = async ({ key, ...page }: PreviewPage) => {
    const png = Buffer.from(await store.read(key));
    return { ...page, image: `data:image/png;base64,${png.toString('base64')}` as const };
  };
  return { pages: await Promise.all(pages.map(withImage)), morePages, warnings };
}
