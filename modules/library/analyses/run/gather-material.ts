import { newestFirst } from '#shared/db/newest-first.ts';
import { problem } from '#shared/errors.ts';
import { attachItems } from '../../contents/read-content.ts';
import type { LibraryContext } from '../../context.ts';
import { Content } from '../../models/content.ts';
import type { ContentView } from '../../models/content-view.ts';
import { Analysis } from '../models/analysis.ts';
import { AnalysisContent } from '../models/analysis-content.ts';
import type { LeasedAnalysis } from './lease-analysis.ts';
import { RunError } from './run-error.ts';
import { inRunTransaction } from './run-transaction.ts';

/** Number of the newest contents that a run over the history reads. */
const MAX_HISTORY_CONTENTS = 30;

export interface MaterialContent extends ContentView {
  role: 'input' | 'context';
}

/**
 * The contents of a run: the named ones in order, then those of the history, which are chosen once.
 * @throws {RunError} when a named Content was deleted
 */
export async function gatherMaterial(
  context: LibraryContext,
  analysis: LeasedAnalysis,
): Promise<MaterialContent[]> {
  const { db } = context;
  if (analysis.context === 'history') await chooseHistory(context, analysis);
  const named = await AnalysisContent.query(db).where({ analysis_id: analysis.id }).orderBy('position');
  const ids = named.map(({ contentId }) => contentId);
  const views = await attachItems(db, await Content.query(db).whereIn('id', ids));
  const byId = new Map(views.map((view) => [view.content.id, view]));
  return named.flatMap(({ contentId, role }) => {
    const view = byId.get(contentId);
    if (!view && role === 'input') throw contentDeleted();
    return view ? [{ ...view, role }] : [];
  });
}

export function contentDeleted(): RunError {
  return new RunError(problem('content_not_found', 'A content was deleted before it was read.'));
}

/** Chooses contents of the requested period, within the history that the plan includes. */
async function chooseHistory(context: LibraryContext, analysis: LeasedAnalysis): Promise<void> {
  const { id: analysisId, leaseId, userId, sinceAt, createdAt } = analysis;
  const windowStart = await context.billing.historyWindowStart(userId);
  await inRunTransaction(context, analysis, async (trx) => {
    const leased = await Analysis.query(trx).findOne({ id: analysisId, lease_id: leaseId }).forUpdate();
    const known = await AnalysisContent.query(trx).where({ analysis_id: analysisId });
    if (!leased || known.some(({ role }) => role === 'context')) return;
    const query = Content.query(trx)
      .where({ user_id: userId, state: 'ready' })
      .where('created_at', '<', createdAt)
      .where((expiry) => expiry.whereNull('expires_at').orWhere('expires_at', '>', context.clock.now()))
      .whereNotIn(
        'id',
        known.map(({ contentId }) => contentId),
      )
      .modify(newestFirst, null, MAX_HISTORY_CONTENTS)
      .select('id');
    for (const start of [sinceAt, windowStart]) if (start) void query.where('created_at', '>=', start);
    const rows = (await query).map(({ id: contentId }, index) => ({
      analysisId,
      userId,
      contentId,
      role: 'context' as const,
      position: known.length + index,
    }));
    if (rows.length > 0) await AnalysisContent.query(trx).insert(rows);
  });
}
