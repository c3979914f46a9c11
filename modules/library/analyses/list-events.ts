import type { Queryable } from '#shared/db/open.ts';
import { AnalysisEvent } from './models/analysis-event.ts';
import { findAnalysis, type OwnAnalysis } from './read-analysis.ts';
import type { AnalysisEventDto } from './schemas.ts';

/** Lists the public events after a number, oldest first. */
export async function publicEvents(
  queryable: Queryable,
  { analysisId, after, limit, until }: { analysisId: string; after: number; limit: number; until?: number },
): Promise<AnalysisEventDto[]> {
  const query = AnalysisEvent.query(queryable)
    .where({ analysis_id: analysisId, visibility: 'public' })
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit);
  if (until !== undefined) void query.where('seq', '<=', until);
  return (await query).map(presentEvent);
}

/** @throws {AppError} `404 analysis_not_found` */
export async function listEvents(
  queryable: Queryable,
  { after, limit, ...own }: OwnAnalysis & { after: number; limit: number },
) {
  // The state is read first: if the run has ended by then, all of its events exist.
  const { id, state } = await findAnalysis(queryable, own);
  const events = await publicEvents(queryable, { analysisId: id, after, limit: limit + 1 });
  const items = events.slice(0, limit);
  return { items, nextAfter: items.at(-1)?.seq ?? after, hasMore: events.length > limit, state };
}

function presentEvent(event: AnalysisEvent): AnalysisEventDto {
  const { seq, attempt, source, type, level, summary, data } = event;
  return {
    seq,
    at: event.at.toISOString(),
    attempt,
    source,
    type,
    level,
    visibility: 'public',
    summary,
    data,
  };
}
