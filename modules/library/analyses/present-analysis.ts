import type { Analysis } from './models/analysis.ts';
import type { AnalysisDto } from './schemas.ts';

/** An Analysis with its requested contents, in the order of the request. */
export function presentAnalysis(analysis: Analysis, contentIds: string[]): AnalysisDto {
  const { since, sinceAt } = analysis;
  return {
    id: analysis.id,
    mode: analysis.mode,
    trigger: analysis.trigger,
    state: analysis.state,
    outcome: analysis.outcome,
    noChangeReason: analysis.noChangeReason,
    contentIds,
    context: analysis.context,
    scope: since && sinceAt ? { since, sinceAt: sinceAt.toISOString() } : null,
    intent: analysis.intent,
    title: analysis.title,
    target: analysis.target,
    presentationIds: analysis.presentationIds,
    failure: analysis.failure,
    createdAt: analysis.createdAt.toISOString(),
    updatedAt: analysis.updatedAt.toISOString(),
  };
}
