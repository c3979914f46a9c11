import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../../context.ts';
import { requiredEntitlements } from '../../required-entitlements.ts';
import { Analysis } from '../models/analysis.ts';
import { AnalysisContent } from '../models/analysis-content.ts';
import { recordEvents } from './record-event.ts';
import { type ReadItem, runBytes } from './run-bytes.ts';

export type NewAnalysis = Pick<Analysis, 'userId' | 'mode' | 'context' | 'target'> &
  Partial<Pick<Analysis, 'trigger' | 'since' | 'sinceAt' | 'intent' | 'title' | 'contentId'>> & {
    contentIds: string[];
    /** The assets of the contents. */
    assets: ReadItem[];
    /** By default a new id. */
    id?: string;
  };

/**
 * Queues a run over contents in the caller's transaction, which also names it in their `analysisIds`. The caller has
 * checked that there is storage for it (`runBytes`). One in mode `ai` reserves its unit, which the end of the run
 * settles or returns. It is reserved last, because other calls of the user wait from then to the commit.
 * @throws {AppError} `402`, `403`, `429` when the plan does not allow it; the transaction must not commit then
 */
export async function startAnalysis(
  { billing, clock, jobs }: Pick<LibraryContext, 'billing' | 'clock' | 'jobs'>,
  trx: Trx,
  { contentIds, assets, id = newId(), ...wanted }: NewAnalysis,
): Promise<Analysis> {
  const now = clock.now();
  const { userId, mode, target } = wanted;
  const ai = mode === 'ai';
  const display = !(target && 'output' in target);
  await billing.check(trx, userId, requiredEntitlements({ ai, display }));
  const row = {
    trigger: 'api' as const,
    ...wanted,
    id,
    state: 'queued' as const,
    reservedBytes: runBytes(wanted.target, assets),
    createdAt: now,
    updatedAt: now,
  };
  const analysis = await Analysis.query(trx).insert(row).returning('*');
  if (contentIds.length > 0) {
    const shared = { analysisId: id, userId, role: 'input' as const };
    const inputs = contentIds.map((contentId, position) => ({ ...shared, contentId, position }));
    await AnalysisContent.query(trx).insert(inputs);
  }
  await jobs.send(trx, queues.runAnalyses, { analysisId: id });
  analysis.lastSeq = await recordEvents(trx, { analysisId: id, at: now }, [
    { type: 'analysis.created', summary: 'The analysis was created.' },
    { type: 'analysis.dispatched', summary: 'The analysis waits for a worker.' },
  ]);
  if (ai) await billing.reserve(trx, userId, 'ai_analyses', id);
  return analysis;
}
