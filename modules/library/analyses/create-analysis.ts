import { normaliseOutput } from '#modules/display';
import { addSeconds } from '#shared/clock.ts';
import type { Queryable, Trx } from '#shared/db/open.ts';
import { lockByName } from '#shared/db/transaction.ts';
import type { Promoted } from '#shared/storage/store.ts';
import { HARDCODE_TYPES } from '../contents/asset-rules.ts';
import { completeUploads } from '../contents/confirm-content.ts';
import { attachItems } from '../contents/read-content.ts';
import type { LibraryContext } from '../context.ts';
import { contentNotFound } from '../errors.ts';
import { Content } from '../models/content.ts';
import type { ContentView } from '../models/content-view.ts';
import { missingUploads } from '../models/raw-upload-item.ts';
import { checkStorageLimit } from '../uploads/check-storage-limit.ts';
import { promoteUploads } from '../uploads/promote-uploads.ts';
import { recordUploads } from '../uploads/record-uploads.ts';
import { type AnalysisRequest, effectiveContext, sinceSeconds } from './analysis-request.ts';
import {
  analysisInProgress,
  assetNotUploaded,
  displayIncompatible,
  noCompatibleDisplay,
  notOneImage,
} from './errors.ts';
import { Analysis, type AnalysisTarget } from './models/analysis.ts';
import { runBytes } from './start/run-bytes.ts';
import { startAnalysis } from './start/start-analysis.ts';

/** Limit of a user's queued and running analyses. */
const MAX_OPEN_ANALYSES = 5;

/** Copies of uploads by Content, then by asset index. */
export type PromotedContents = Map<string, Map<number, Promoted>>;

/**
 * Copies the uploads of the contents in a request that were not recorded yet, because a Content without a mode needs no
 * confirm. Runs before the transaction of `createAnalysis`, which records the copies; may be repeated. Checks the
 * request like `createAnalysis`, so that nothing is copied for a refused one.
 * @throws {AppError} as `createAnalysis`, except for errors that need a lock
 */
export async function promoteContents(
  context: LibraryContext,
  { userId, request }: { userId: string; request: AnalysisRequest },
): Promise<PromotedContents> {
  const { db } = context;
  const found = await Content.query(db).whereIn('id', request.contentIds).where({ user_id: userId });
  const views = await attachItems(db, found);
  await checkRequest(context, db, { userId, request, views });
  const promoted: PromotedContents = new Map();
  for (const { content, items } of views) {
    const missing = missingUploads(items);
    if (content.state === 'pending' && missing.length > 0)
      promoted.set(content.id, await promoteUploads(context, missing));
  }
  return promoted;
}

/**
 * Queues an analysis, or refuses it before anything is written.
 * @throws {AppError} `404 content_not_found`, `400 invalid_asset`, `403 access_denied`, `404 display_not_found`,
 * `422 display_incompatible`, `422 no_compatible_display`, `409 asset_not_uploaded`, `409 analysis_in_progress`;
 * `503` when the user's storage is used up; then `402`, `403 plan_upgrade_required`, `429 quota_exceeded`
 */
export async function createAnalysis(
  context: LibraryContext,
  trx: Trx,
  { userId, request, promoted }: { userId: string; request: AnalysisRequest; promoted: PromotedContents },
): Promise<{ analysis: Analysis; contentIds: string[] }> {
  const { contentIds, mode } = request;
  await context.requireUser(trx, userId);
  const views = await lockContents(trx, userId, contentIds);
  const target = await checkRequest(context, trx, { userId, request, views });
  await recordArrivals(context, trx, { views, promoted });
  await limitOpenAnalyses(trx, userId);
  const assets = views.flatMap(({ items }) => items);
  await checkStorageLimit(context, trx, { userId, bytes: runBytes(target, assets) });
  const since = request.scope?.since ?? null;
  const analysis = await startAnalysis(context, trx, {
    userId,
    mode,
    contentIds,
    assets,
    context: effectiveContext(request),
    since,
    sinceAt: since === null ? null : addSeconds(context.clock.now(), -sinceSeconds(since)),
    intent: request.intent?.trim() || null,
    title: request.title?.trim() || null,
    target,
  });
  await Content.query(trx)
    .whereIn('id', contentIds)
    .patch({ analysisIds: Content.raw('array_append(analysis_ids, ?)', [analysis.id]) as never });
  return { analysis, contentIds };
}

/** Locks in the order of the ids, so that two calls with the same contents cannot deadlock. */
async function lockContents(trx: Trx, userId: string, ids: string[]): Promise<ContentView[]> {
  const found = await Content.query(trx)
    .whereIn('id', ids)
    .where({ user_id: userId })
    .orderBy('id')
    .forUpdate();
  return attachItems(trx, found);
}

/** Checks a request against its contents. Returns the normalised target. */
async function checkRequest(
  context: LibraryContext,
  queryable: Queryable,
  { userId, request, views }: { userId: string; request: AnalysisRequest; views: ContentView[] },
): Promise<AnalysisTarget> {
  if (views.length < request.contentIds.length) throw contentNotFound();
  if (request.mode === 'direct' && !isOneImage(views[0])) throw notOneImage();
  return resolveTarget(context, queryable, userId, request.target);
}

function isOneImage(view: ContentView | undefined): boolean {
  const [item, ...more] = view?.items ?? [];
  return more.length === 0 && item?.type === 'image' && HARDCODE_TYPES.includes(item.contentType ?? '');
}

async function resolveTarget(
  { display }: LibraryContext,
  queryable: Queryable,
  userId: string,
  target: AnalysisRequest['target'],
): Promise<AnalysisTarget> {
  if (!target) {
    const displays = await display.listRoutable(queryable, userId);
    if (!displays.some(({ compatible }) => compatible)) throw noCompatibleDisplay();
    return null;
  }
  if (target.output) return { output: normaliseOutput(target.output) };
  const displayIds = target.displayIds ?? [target.displayId as string];
  const authorised = [];
  for (const id of displayIds) authorised.push(await display.authoriseDisplay(queryable, userId, id));
  const incompatible = authorised.find(({ compatible }) => !compatible);
  if (incompatible) throw displayIncompatible(incompatible.id);
  return { displayIds };
}

/** @throws {AppError} `409 asset_not_uploaded` with all missing assets */
async function recordArrivals(
  context: LibraryContext,
  trx: Trx,
  { views, promoted }: { views: ContentView[]; promoted: PromotedContents },
): Promise<void> {
  const failedAssets: { contentId: string; assetIndex: number }[] = [];
  for (const view of views) {
    const { content, items } = view;
    if (missingUploads(items).length === 0) continue;
    const copies = promoted.get(content.id);
    if (content.state === 'pending' && copies) await recordUploads(context, trx, view, copies);
    const missing = missingUploads(items);
    for (const { assetIndex } of missing) failedAssets.push({ contentId: content.id, assetIndex });
    if (content.mode === null && missing.length === 0) await completeUploads(context, trx, view);
  }
  if (failedAssets.length > 0) throw assetNotUploaded(failedAssets);
}

/** The lock makes parallel requests of one user count one after the other. @throws {AppError} `409 analysis_in_progress` */
async function limitOpenAnalyses(trx: Trx, userId: string): Promise<void> {
  await lockByName(trx, `analyses of ${userId}`);
  const open = await Analysis.query(trx)
    .where({ user_id: userId })
    .whereRaw("state in ('queued', 'running')")
    .limit(MAX_OPEN_ANALYSES)
    .select('id');
  if (open.length >= MAX_OPEN_ANALYSES) throw analysisInProgress(MAX_OPEN_ANALYSES);
}
