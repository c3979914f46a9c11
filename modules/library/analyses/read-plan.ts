import { z } from 'zod';
import type { Queryable } from '#shared/db/open.ts';
import type { PagePlan } from '../planners/planner.ts';
import { uuid } from '../schemas.ts';
import { AnalysisEvent } from './models/analysis-event.ts';
import { findAnalysis, type OwnAnalysis } from './read-analysis.ts';

const timestamp = z.iso.datetime();

export const analysisPlan = z
  .object({
    startedAt: timestamp,
    planner: z.enum(['rules', 'llm']).nullable().meta({
      description: 'The planner of the pages; null if none was used: the unchanged picture, or plain pages.',
    }),
    saw: z
      .object({ contents: z.number().int(), history: z.number().int(), displays: z.number().int() })
      .nullable()
      .meta({ description: 'How much material the planner got; null if it was not used.' }),
    pages: z.array(
      z.object({
        presentationId: uuid,
        displayId: uuid.nullable(),
        template: z.string().nullable(),
        title: z.string().nullable(),
      }),
    ),
    reasons: z
      .array(z.string())
      .meta({ description: "The planner's reasons: why these displays, why this layout, what it left out." }),
    notes: z.array(z.string()).meta({ description: 'Problems of the plan.' }),
  })
  .meta({ id: 'AnalysisPlan' });
export type AnalysisPlanDto = z.output<typeof analysisPlan>;

const PLAN_EVENTS = [
  'context.materialized',
  'plan.detail',
  'plan.rejected',
  'planner.failed',
  'page.illegible',
];
const NOTE_EVENTS = ['planner.failed', 'plan.rejected', 'page.illegible'];

/** Reads how the pages of a run were planned. @throws {AppError} `404 analysis_not_found` */
export async function readPlan(queryable: Queryable, own: OwnAnalysis): Promise<AnalysisPlanDto> {
  const { id, createdAt, presentationIds } = await findAnalysis(queryable, own);
  const events = await AnalysisEvent.query(queryable)
    .where({ analysis_id: id })
    .whereIn('type', PLAN_EVENTS)
    .orderBy('seq');
  const ofType = (type: string) => events.findLast((event) => event.type === type);
  const detail = ofType('plan.detail');
  const isUsed = detail !== undefined && detail.seq > (ofType('plan.rejected')?.seq ?? 0);
  const plan = isUsed ? (detail.data.plan as PagePlan) : null;
  const actions = plan?.outcome === 'presentations' ? plan.actions : [];
  const saw = ofType('context.materialized')?.data as AnalysisPlanDto['saw'] | undefined;
  return {
    startedAt: createdAt.toISOString(),
    planner: isUsed ? ((detail.data.planner as AnalysisPlanDto['planner'] | undefined) ?? null) : null,
    saw: saw ? { contents: saw.contents, history: saw.history, displays: saw.displays } : null,
    // Presentations are made in the order of the plan's pages.
    pages: presentationIds.map((presentationId, at) => ({
      presentationId,
      displayId: actions[at]?.displayId ?? null,
      template: actions[at]?.template ?? null,
      title: actions[at]?.title || null,
    })),
    reasons: plan?.outcome === 'presentations' ? plan.reasons : plan ? [plan.reason] : [],
    notes: [
      ...new Set(events.filter(({ type }) => NOTE_EVENTS.includes(type)).map(({ summary }) => summary)),
    ],
  };
}
