import { z } from 'zod';
import { outputRequest } from '#modules/display';
import { DAY_SECONDS } from '#shared/clock.ts';
import { MAX_INTENT_CHARACTERS, MAX_TITLE_CHARACTERS } from '../contents/asset-rules.ts';
import { optionalText } from '../contents/content-request.ts';
import { uuid } from '../schemas.ts';

const MAX_CONTENTS = 50;
const MAX_DISPLAYS = 50;
/** Ten years. A longer time is probably a typing error, and could exceed the range of dates. */
const MAX_SCOPE_SECONDS = 10 * 366 * DAY_SECONDS;
const SECONDS_OF_UNIT = { m: 60, h: 3600, d: DAY_SECONDS };

const distinct = (list: unknown[]) => new Set(list).size === list.length;

const target = z
  .object({
    displayId: uuid.nullish(),
    displayIds: z
      .array(uuid)
      .min(1)
      .max(MAX_DISPLAYS)
      .refine(distinct, { error: 'must not repeat a display.' })
      .nullish(),
    output: outputRequest.nullish(),
  })
  .refine((sent) => Object.values(sent).filter((value) => value != null).length === 1, {
    error: 'must hold exactly one of displayId, displayIds and output.',
  })
  .meta({ id: 'AnalysisTargetRequest' });

const scope = z.object({
  since: z
    .string()
    .regex(/^\d+[mhd]$/, { error: 'must be a number of minutes, hours or days, such as `72h`.' })
    .refine((text) => sinceSeconds(text) <= MAX_SCOPE_SECONDS, { error: 'must be at most ten years.' })
    .meta({ description: 'How far back: `30m`, `72h`, `7d`.' }),
});

/** The body of `POST /analyses`, with the rules that depend on several fields. */
export const analysisRequest = z
  .object({
    mode: z.enum(['ai', 'direct']).default('ai'),
    contentIds: z
      .array(uuid)
      .max(MAX_CONTENTS)
      .refine(distinct, { error: 'must not repeat a content.' })
      .default([]),
    context: z
      .enum(['submitted', 'history'])
      .nullish()
      .meta({ description: '`submitted` with contents, `history` without, unless given.' }),
    scope: scope.nullish(),
    intent: optionalText(MAX_INTENT_CHARACTERS),
    title: optionalText(MAX_TITLE_CHARACTERS),
    target: target.nullish(),
  })
  .superRefine((body, issues) => {
    const refuse = (path: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [path], message });
    const context = effectiveContext(body);
    if (body.context === 'submitted' && body.contentIds.length === 0)
      refuse('contentIds', 'must name at least one content in the context submitted.');
    if (body.scope && context !== 'history') refuse('scope', 'is only for the context history.');
    if (body.mode !== 'direct') return;
    if (body.contentIds.length !== 1) refuse('contentIds', 'must name exactly one content in mode direct.');
    if (body.context === 'history') refuse('context', 'must not be history in mode direct.');
    if (!body.target) refuse('target', 'is required in mode direct.');
  })
  .meta({ id: 'AnalysisRequest' });

export type AnalysisRequest = z.output<typeof analysisRequest>;

export function effectiveContext(body: Pick<AnalysisRequest, 'context' | 'contentIds'>) {
  return body.context ?? (body.contentIds.length > 0 ? 'submitted' : 'history');
}

export function sinceSeconds(since: string): number {
  return Number(since.slice(0, -1)) * SECONDS_OF_UNIT[since.at(-1) as keyof typeof SECONDS_OF_UNIT];
}
