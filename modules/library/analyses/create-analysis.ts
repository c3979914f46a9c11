import { normaliseOutput } from '#modules/display';
import { addSeconds } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { completeUploads } from '../confirm-content.ts';
import type { LibraryContext } from '../context.ts';
import { contentNotFound } from '../errors.ts';
import { Content } from '../models/content.ts';
import { isBinary } from '../models/raw-upload-item.ts';
import type { ContentView } from '../present-content.ts';
import { promoteUploads } from '../promote-uploads.ts';
import { withItems } from '../read-content.ts';
import { recordUploads } from '../record-uploads.ts';
import { type AnalysisRequest, effectiveContext, sinceSeconds } from './analysis-request.ts';
import {
  analysisInProgress,
  assetNotUploaded,
  displayIncompatible,
  noCompatibleDisplay,
  notOneImage,
} from './errors.ts';
import { Analysis, type AnalysisTarget } from './models/analysis.ts';
import { startAnalysis } from './start-analysis.ts';

/** Runs of a user that may wait or be worked on when another one is asked for. */
const OPEN_LIMIT = 5;
const DIRECT_TYPES = ['image/png', 'image/jpeg'];

/**
 * Queues an analysis, or refuses it before anything is written.
 * @throws {AppError} `404 content_not_found`, `400 invalid_asset`, `403 access_denied`, `404 display_not_found`,
 * `422 display_incompatible`, `422 no_compatible_display`, `409 asset_not_uploaded`, `409 analysis_in_progress`;
 * then `402`, `403 plan_upgrade_required`, `429 quota_exceeded`
 */
export async function createAnalysis(
  context: LibraryContext,
  trx: Trx,
  { userId, request }: { userId: string; request: AnalysisRequest },
): Promise<{ analysis: Analysis; contentIds: string[] }> {
  const { contentIds, mode } = request;
  const views = await lockContents(trx, userId, contentIds);
  if (mode === 'direct' && !isOneImage(views[0])) throw notOneImage();
  const target = await resolveTarget(context, trx, userId, request.target);
  await verifyUploads(context, trx, views);
  await takeTurn(trx, userId);
  const since = request.scope?.since ?? null;
  const analysis = await startAnalysis(context, trx, {
    userId,
    mode,
    contentIds,
    context: effectiveContext(request),
    since,
    sinceAt: since === null ? null : addSeconds(context.clock.now(), -sinceSeconds(since)),
    intent: request.intent?.trim() || null,
    title: request.title?.trim() || null,
    target,
  });
  return { analysis, contentIds };
}

/** In order of their ids, so that two calls that name the same contents do not wait for each other. */
async function lockContents(trx: Trx, userId: string, ids: string[]): Promise<ContentView[]> {
  const found = await Content.query(trx)
    .whereIn('id', ids)
    .where({ user_id: userId })
    .orderBy('id')
    .forUpdate();
  if (found.length < ids.length) throw contentNotFound();
  return withItems(trx, found);
}

function isOneImage(view: ContentView | undefined): boolean {
  const [item, ...more] = view?.items ?? [];
  return more.length === 0 && item?.type === 'image' && DIRECT_TYPES.includes(item.contentType ?? '');
}

async function resolveTarget(
  { display }: LibraryContext,
  trx: Trx,
  userId: string,
  target: AnalysisRequest['target'],
): Promise<AnalysisTarget> {
  if (!target) {
    const displays = await display.listRoutable(trx, userId);
    if (!displays.some(({ compatible }) => compatible)) throw noCompatibleDisplay();
    return null;
  }
  if (target.output) return { output: normaliseOutput(target.output) };
  const displayIds = target.displayIds ?? [target.displayId as string];
  const authorised = [];
  for (const id of displayIds) authorised.push(await display.authoriseDisplay(trx, userId, id));
  const incompatible = authorised.find(({ compatible }) => !compatible);
  if (incompatible) throw displayIncompatible(incompatible.id);
  return { displayIds };
}

/** What has arrived and was never looked at is taken up here: a Content without a mode needs no confirm. */
async function verifyUploads(context: LibraryContext, trx: Trx, views: ContentView[]): Promise<void> {
  const failedAssets: { contentId: string; assetIndex: number }[] = [];
  for (const view of views) {
    const { content } = view;
    const missing = () => view.items.filter(isBinary).filter(({ uploadState }) => uploadState !== 'uploaded');
    if (missing().length === 0) continue;
    if (content.state === 'pending')
      await recordUploads(context, trx, view, await promoteUploads(context, missing()));
    for (const { assetIndex } of missing()) failedAssets.push({ contentId: content.id, assetIndex });
    if (content.mode === null && missing().length === 0) await completeUploads(context, trx, view);
  }
  if (failedAssets.length > 0) throw assetNotUploaded(failedAssets);
}

/** Parallel callers of one user count one after the other. */
async function takeTurn(trx: Trx, userId: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`analyses of ${userId}`]);
  const open = await Analysis.query(trx)
    .where({ user_id: userId })
    .whereRaw("state in ('queued', 'running')")
    .limit(OPEN_LIMIT)
    .select('id');
  if (open.length >= OPEN_LIMIT) throw analysisInProgress(OPEN_LIMIT);
}
