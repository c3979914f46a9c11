import { newestFirst } from '#shared/db/newest-first.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { Page } from '#shared/http/cursor.ts';
import { isUuid } from '#shared/ids.ts';
import type { LibraryContext } from '../context.ts';
import { analysisNotFound } from './errors.ts';
import { Analysis } from './models/analysis.ts';
import { AnalysisContent } from './models/analysis-content.ts';
import { presentAnalysis } from './present-analysis.ts';
import type { AnalysisDto } from './schemas.ts';

export interface OwnAnalysis {
  userId: string;
  /** Any text. */
  analysisId: string;
}

/** @throws {AppError} `404 analysis_not_found`, also for an analysis of another user and for text that is not an id */
export async function findAnalysis(
  queryable: Queryable,
  { userId, analysisId }: OwnAnalysis,
): Promise<Analysis> {
  const found = isUuid(analysisId)
    ? await Analysis.query(queryable).findOne({ id: analysisId, user_id: userId })
    : undefined;
  if (!found) throw analysisNotFound();
  return found;
}

/** @throws {AppError} `404 analysis_not_found` */
export async function readAnalysis(queryable: Queryable, own: OwnAnalysis): Promise<AnalysisDto> {
  const analysis = await findAnalysis(queryable, own);
  const inputs = await inputsOf(queryable, [analysis]);
  return presentAnalysis(analysis, inputs.get(analysis.id) ?? []);
}

export interface AnalysisFilter {
  userId: string;
  contentId?: string;
  state?: Analysis['state'];
  trigger?: Analysis['trigger'];
  mode?: Analysis['mode'];
}

/**
 * Lists a user's analyses, newest first, within the history that the plan includes.
 * @throws {AppError} `400 invalid_request` for a cursor of another list
 */
export async function listAnalyses(
  { db, cursors, billing }: Pick<LibraryContext, 'db' | 'cursors' | 'billing'>,
  { cursor, limit, ...filter }: AnalysisFilter & { cursor?: string | undefined; limit: number },
): Promise<Page<AnalysisDto>> {
  const { userId, contentId, state, trigger, mode } = filter;
  const list = ['analyses', userId, contentId ?? null, state ?? null, trigger ?? null, mode ?? null];
  const after = cursors.open(cursor, list);
  const windowStart = await billing.historyWindowStart(userId);
  const query = Analysis.query(db)
    .where({ user_id: userId, ...(state && { state }), ...(trigger && { trigger }), ...(mode && { mode }) })
    .modify(newestFirst, after, limit + 1);
  if (contentId) {
    const analysisIds = AnalysisContent.query(db)
      .where({ content_id: contentId, role: 'input' })
      .select('analysis_id');
    void query.whereIn('id', analysisIds);
  }
  if (windowStart) void query.where('created_at', '>=', windowStart);
  const rows = await query;
  const inputs = await inputsOf(db, rows);
  return cursors.page(rows, limit, list, (row) => presentAnalysis(row, inputs.get(row.id) ?? []));
}

/** The named contents of analyses, in order, by the analysis's id. */
async function inputsOf(
  queryable: Queryable,
  analyses: Pick<Analysis, 'id'>[],
): Promise<Map<string, string[]>> {
  const ids = analyses.map(({ id }) => id);
  const rows = await AnalysisContent.query(queryable)
    .whereIn('analysis_id', ids)
    .where({ role: 'input' })
    .orderBy('position');
  const byAnalysis = Map.groupBy(rows, ({ analysisId }) => analysisId);
  return new Map([...byAnalysis].map(([id, named]) => [id, named.map(({ contentId }) => contentId)]));
}
