import { z } from 'zod';
import { outputProfile } from '#modules/display';
import { pageQuery } from '#shared/http/cursor.ts';
import { problemSchema } from '#shared/http/problem-schema.ts';
import { queryNumber } from '#shared/http/query-number.ts';
import { uuid } from '../schemas.ts';

const timestamp = z.iso.datetime();

/** Any text: one that is not an id of an analysis is not found. */
export const analysisParams = z.object({ analysisId: z.string().min(1) });

const mode = z.enum(['ai', 'direct']);
const trigger = z.enum(['api', 'scheduled']);
const state = z.enum(['queued', 'running', 'completed', 'failed']);

export const listQuery = pageQuery.extend({
  contentId: uuid.optional().meta({ description: 'Only analyses of this Content.' }),
  state: state.optional(),
  trigger: trigger.optional(),
  mode: mode.optional(),
});

export const analysis = z
  .object({
    id: z.string(),
    mode,
    trigger,
    state,
    outcome: z.enum(['presentations', 'no_change']).nullable(),
    noChangeReason: z.string().nullable(),
    contentIds: z.array(z.uuid()),
    context: z.enum(['submitted', 'history']),
    scope: z.object({ since: z.string(), sinceAt: timestamp }).nullable(),
    intent: z.string().nullable(),
    title: z.string().nullable(),
    target: z
      .union([z.object({ displayIds: z.array(z.uuid()) }), z.object({ output: outputProfile })])
      .nullable()
      .meta({ description: 'Null: Placard chooses displays.' }),
    presentationIds: z.array(z.uuid()),
    failure: problemSchema.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Analysis' });
export type AnalysisDto = z.output<typeof analysis>;

export const archive = z.object({ url: z.url(), expiresAt: timestamp }).meta({ id: 'AnalysisArchive' });

const MAX_SEQ = 2_147_483_647;

/** `detail` belongs to another, private interface: it is refused and not ignored. */
function refuseDetail<Query extends z.ZodType>(query: Query): Query {
  return query.superRefine((sent, context) => {
    if ('detail' in (sent as object))
      context.addIssue({ code: 'custom', path: ['detail'], message: 'is not available here.' });
  });
}

const after = queryNumber(0, MAX_SEQ);

export const eventsQuery = refuseDetail(
  z.looseObject({
    after: after.default(0).meta({ override: { default: 0 }, description: 'Only events after this `seq`.' }),
    limit: queryNumber(1, 200)
      .default(50)
      .meta({ override: { default: 50 } }),
  }),
);

export const streamQuery = refuseDetail(
  z.looseObject({ after: after.optional().meta({ description: 'Takes precedence over `Last-Event-ID`.' }) }),
);
export const lastEventId = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.number().max(MAX_SEQ));

const analysisEvent = z
  .object({
    seq: z.number().int().meta({ description: 'An ordering and resume token, not a count.' }),
    at: timestamp,
    attempt: z.number().int(),
    source: z.string(),
    type: z.string(),
    level: z.string(),
    visibility: z.literal('public'),
    summary: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AnalysisEvent' });
export type AnalysisEventDto = z.output<typeof analysisEvent>;

export const analysisEventPage = z
  .object({
    items: z.array(analysisEvent),
    nextAfter: z.number().int().meta({ description: 'Pass it as `after` to read on.' }),
    hasMore: z.boolean(),
    state,
  })
  .meta({ id: 'AnalysisEventPage' });
