import { type AuthorisedDisplay, type NewPresentation, pageBytes } from '#modules/display';
import type { Trx } from '#shared/db/open.ts';
import { AppError, type Problem, problem } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { AnalysisTarget } from '../analyses/models/analysis.ts';
import { runBytes } from '../analyses/start/run-bytes.ts';
import { startAnalysis } from '../analyses/start/start-analysis.ts';
import type { LibraryContext } from '../context.ts';
import type { Content, ProcessingStage } from '../models/content.ts';
import type { ContentView } from '../models/content-view.ts';
import { StoredFile } from '../models/stored-file.ts';
import { changeContent } from './change-content.ts';

/**
 * Starts the processing of a Content whose bytes have all arrived, in the transaction that records them. Units of the
 * plan are reserved last, because other calls of the user wait from then to the commit. The caller has checked the
 * storage limit (`processingBytes`).
 * @param display the result of `authoriseDisplay` in this transaction, if it was called
 * @throws {AppError} `402`, `403`, `429` when the plan does not allow it; the transaction must not commit then
 */
export async function startProcessing(
  context: LibraryContext,
  trx: Trx,
  view: ContentView,
  display?: AuthorisedDisplay | null,
): Promise<ContentView> {
  const { userId, displayId, mode } = view.content;
  const refusal = display
    ? compatibilityProblem(display)
    : displayId && (await displayProblem(context, trx, userId, displayId));
  if (refusal) return changeContent(context, trx, view, failed(refusal));
  return mode === 'hardcode' ? presentUnchanged(context, trx, view) : analyse(context, trx, view);
}

/** Mode `hardcode`: shows the unchanged picture. */
async function presentUnchanged(context: LibraryContext, trx: Trx, view: ContentView): Promise<ContentView> {
  const id = newId();
  const processing = await changeContent(context, trx, view, {
    ...started('creating_presentations'),
    presentationIds: [id],
  });
  try {
    const item = await hardcodePresentation(trx, id, view.content);
    await context.display.createPresentations(trx, [item], 'refuse');
    return processing;
  } catch (error) {
    // The display was unbound since the check.
    return changeContent(context, trx, view, { ...failed(asDisplayUnavailable(error)), presentationIds: [] });
  }
}

/** Modes `auto` and `manual`: starts an analysis of this Content. */
async function analyse(context: LibraryContext, trx: Trx, view: ContentView): Promise<ContentView> {
  const { id: contentId, userId, intent, title, output, displayId, analysisIds } = view.content;
  const id = newId();
  const processing = await changeContent(context, trx, view, {
    ...started('summarizing'),
    analysisIds: [...analysisIds, id],
  });
  await startAnalysis(context, trx, {
    id,
    userId,
    mode: 'ai',
    context: 'submitted',
    contentIds: [contentId],
    assets: view.items,
    contentId,
    intent,
    title,
    target: targetOf({ output, displayId }),
  });
  return processing;
}

function targetOf({ output, displayId }: Pick<Content, 'output' | 'displayId'>): AnalysisTarget {
  return output ? { output } : displayId ? { displayIds: [displayId] } : null;
}

/** Bytes that the processing of a Content may store beside its assets. */
export function processingBytes({ content, items }: ContentView): number {
  const { mode, output } = content;
  if (mode === null) return 0;
  return mode === 'hardcode' ? pageBytes(output, { pictures: true }) : runBytes(targetOf(content), items);
}

/** Checked again: the display may have been unbound or claimed by another user since the Content was created. */
async function displayProblem(
  { display }: LibraryContext,
  trx: Trx,
  userId: string,
  displayId: string,
): Promise<Problem | null> {
  try {
    return compatibilityProblem(await display.authoriseDisplay(trx, userId, displayId));
  } catch (error) {
    return asDisplayUnavailable(error);
  }
}

function compatibilityProblem({ compatible }: AuthorisedDisplay): Problem | null {
  if (compatible) return null;
  return problem('display_incompatible', 'The display cannot show this content.', { stage: 'routing' });
}

const LOST_DISPLAY_CODES = ['display_not_found', 'access_denied'];

/** The Content's failure if the display is no longer the user's. Other errors are thrown again. */
function asDisplayUnavailable(error: unknown): Problem {
  if (!(error instanceof AppError && LOST_DISPLAY_CODES.includes(error.code))) throw error;
  return problem('display_not_found', 'The display is no longer yours.', { stage: 'routing' });
}

/** One unchanged image, stretched over the display or the requested viewport. */
async function hardcodePresentation(trx: Trx, id: string, content: Content): Promise<NewPresentation> {
  const file = await StoredFile.query(trx)
    .findOne({ content_id: content.id, asset_index: 0 })
    .throwIfNotFound();
  const { key, contentType } = file as StoredFile & { contentType: 'image/png' | 'image/jpeg' };
  const target = content.output ? { output: content.output } : { displayId: content.displayId as string };
  return {
    id,
    userId: content.userId,
    contents: [{ id: content.id, role: 'input' }],
    mode: 'hardcode',
    title: content.title,
    analysisId: null,
    urgent: content.urgent,
    expiresAt: content.expiresAt,
    target,
    source: { kind: 'image', image: { key, contentType, fileId: file.id, assetIndex: 0 } },
  };
}

function started(stage: ProcessingStage): Partial<Content> {
  return { uploadStatus: 'complete', state: 'processing', stage };
}

function failed(failure: Problem): Partial<Content> {
  return { uploadStatus: 'complete', state: 'failed', stage: 'failed', failure };
}
