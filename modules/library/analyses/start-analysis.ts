import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../context.ts';
import { Content } from '../models/content.ts';
import { requiredEntitlements } from '../required-entitlements.ts';
import { Analysis } from './models/analysis.ts';
import { AnalysisContent } from './models/analysis-content.ts';
import { recordEvents } from './record-event.ts';

export type NewAnalysis = Pick<Analysis, 'userId' | 'mode' | 'context' | 'target'> &
  Partial<Pick<Analysis, 'trigger' | 'since' | 'sinceAt' | 'intent' | 'title' | 'contentId'>> & {
    contentIds: string[];
  };

/**
 * Queues a run over contents in the caller's transaction; each of them then names it in `analysisIds`. One in mode
 * `ai` reserves its unit, which whatever ends the run settles or gives back. It is reserved last: from there to the
 * commit other calls of the user wait.
 * @throws {AppError} `402`, `403`, `429` when the plan does not allow it; the transaction must not commit then
 */
export async function startAnalysis(
  { billing, clock, jobs }: Pick<LibraryContext, 'billing' | 'clock' | 'jobs'>,
  trx: Trx,
  { contentIds, ...wanted }: NewAnalysis,
): Promise<Analysis> {
  const id = newId();
  const now = clock.now();
  const { userId, mode, target } = wanted;
  const ai = mode === 'ai';
  const display = !(target && 'output' in target);
  await billing.check(trx, userId, requiredEntitlements({ ai, display }));
  await Analysis.query(trx).insert({
    trigger: 'api',
    ...wanted,
    id,
    state: 'queued',
    createdAt: now,
    updatedAt: now,
  });
  if (contentIds.length > 0) {
    const named = contentIds.map((contentId, position) => ({ contentId, position, analysisId: id, userId }));
    await AnalysisContent.query(trx).insert(named.map((row) => ({ ...row, role: 'input' as const })));
    await Content.query(trx)
      .whereIn('id', contentIds)
      .patch({ analysisIds: Content.raw('array_append(analysis_ids, ?)', [id]) as unknown as string[] });
  }
  await jobs.send(trx, queues.runAnalyses, { analysisId: id });
  await recordEvents(trx, { analysisId: id, at: now }, [
    { type: 'analysis.created', summary: 'The analysis was created.' },
    { type: 'analysis.dispatched', summary: 'The analysis waits for a worker.' },
  ]);
  const analysis = await Analysis.query(trx).findById(id).throwIfNotFound();
  if (ai) await billing.reserve(trx, userId, 'ai_analyses', id);
  return analysis;
}
