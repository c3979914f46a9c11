import type { NewPresentation } from '#modules/display';
import type { Trx } from '#shared/db/open.ts';
import { AppError, type Problem, problem } from '#shared/errors.ts';
import { startAnalysis } from './analyses/start-analysis.ts';
import type { LibraryContext } from './context.ts';
import type { Content } from './models/content.ts';
import { StoredFile } from './models/stored-file.ts';
import type { ContentView } from './present-content.ts';

type Outcome = Partial<Pick<Content, 'state' | 'stage' | 'failure' | 'presentationIds' | 'analysisIds'>>;

/**
 * Begins the processing of a Content whose bytes are all there, in the transaction that says so.
 * @throws {AppError} `402`, `403`, `429` when the plan does not allow it
 */
export async function startProcessing(
  context: LibraryContext,
  trx: Trx,
  { content }: ContentView,
): Promise<Outcome> {
  const refusal =
    content.displayId && (await displayProblem(context, trx, content.userId, content.displayId));
  if (refusal) return failed(refusal);
  if (content.mode !== 'hardcode') return analysed(context, trx, content);
  try {
    const items = [await hardcoded(trx, content)];
    const { ids } = await context.display.createPresentations(trx, items, 'refuse');
    return { state: 'processing', stage: 'creating_presentations', presentationIds: ids };
  } catch (error) {
    return failed(asLostDisplay(error)); // unbound since it was asked for a moment ago
  }
}

/** `auto` and `manual` go the way of every analysis, over this Content alone. */
async function analysed(context: LibraryContext, trx: Trx, content: Content): Promise<Outcome> {
  const { id: contentId, userId, intent, title, output, displayId, analysisIds } = content;
  const { id } = await startAnalysis(context, trx, {
    userId,
    mode: 'ai',
    context: 'submitted',
    contentIds: [contentId],
    contentId,
    intent,
    title,
    target: output ? { output } : displayId ? { displayIds: [displayId] } : null,
  });
  return { state: 'processing', stage: 'summarizing', analysisIds: [...analysisIds, id] };
}

/** Asked anew, because the display may have been unbound or become another's since the Content was created. */
async function displayProblem(
  { display }: LibraryContext,
  trx: Trx,
  userId: string,
  displayId: string,
): Promise<Problem | null> {
  try {
    const { compatible } = await display.authoriseDisplay(trx, userId, displayId);
    if (compatible) return null;
    return problem('display_incompatible', 'The display cannot show this content.', { stage: 'routing' });
  } catch (error) {
    return asLostDisplay(error);
  }
}

const LOST = ['display_not_found', 'access_denied'];

/** That the display is gone, told as the Content's failure. Anything else, such as a refusal of the plan, stays an error. */
function asLostDisplay(error: unknown): Problem {
  if (!(error instanceof AppError && LOST.includes(error.code))) throw error;
  return problem('display_not_found', 'The display is no longer yours.', { stage: 'routing' });
}

/** One image, stretched over the display or the wanted viewport as it is. */
async function hardcoded(trx: Trx, content: Content): Promise<NewPresentation> {
  const file = await StoredFile.query(trx)
    .findOne({ content_id: content.id, asset_index: 0 })
    .throwIfNotFound();
  const { key, contentType } = file as StoredFile & { contentType: 'image/png' | 'image/jpeg' };
  const target = content.output ? { output: content.output } : { displayId: content.displayId as string };
  return {
    userId: content.userId,
    contents: [{ id: content.id, role: 'input' }],
    mode: 'hardcode',
    title: content.title,
    analysisId: null,
    target,
    source: { kind: 'image', image: { key, contentType, fileId: file.id, assetIndex: 0 } },
  };
}

function failed(failure: Problem): Outcome {
  return { state: 'failed', stage: 'failed', failure };
}
