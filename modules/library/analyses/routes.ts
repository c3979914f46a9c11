import { planRefusalShapes, planRefusals } from '#modules/billing';
import { pageOf } from '#shared/http/cursor.ts';
import { idempotentRoute, type Route, route } from '#shared/http/route.ts';
import type { LibraryContext } from '../context.ts';
import { analysisRequest } from './analysis-request.ts';
import { readArchive } from './archive/read-archive.ts';
import { createAnalysis, type PromotedContents, promoteContents } from './create-analysis.ts';
import { presentAnalysis } from './present-analysis.ts';
import { listAnalyses, readAnalysis } from './read-analysis.ts';
import { analysisPlan, readPlan } from './read-plan.ts';
import { analysis, analysisParams, archive, listQuery } from './schemas.ts';

const tag = 'analyses';
export const oneAnalysis = {
  tag,
  params: analysisParams,
  errors: { 404: ['analysis_not_found'] },
};

/** For personal access tokens and sessions. */
export function analysisRoutes(context: LibraryContext): Route[] {
  return [
    idempotentRoute(
      {
        tag,
        method: 'post',
        path: '/analyses',
        summary: 'Start an analysis of contents or of the history',
        description:
          '`ai` chooses layouts and, without a target, displays. `direct` shows one PNG or JPEG unchanged, stretched.',
        body: analysisRequest,
        limit: 'create',
        errorShapes: planRefusalShapes,
        responses: { 202: { description: 'Queued.', schema: analysis } },
        errors: {
          400: ['invalid_asset'],
          ...planRefusals,
          403: ['access_denied', ...planRefusals[403]],
          404: ['content_not_found', 'display_not_found'],
          409: ['asset_not_uploaded', 'analysis_in_progress', 'idempotency_conflict', 'invalid_state'],
          422: ['no_compatible_display', 'display_incompatible'],
          503: ['processing_unavailable'],
        },
      },
      async ({ principal: { userId }, body }, trx, promoted: PromotedContents) => {
        const made = await createAnalysis(context, trx, { userId, request: body, promoted });
        return { status: 202, body: presentAnalysis(made.analysis, made.contentIds) };
      },
      ({ principal: { userId }, body }) => promoteContents(context, { userId, request: body }),
    ),
    route(
      {
        tag,
        method: 'get',
        path: '/analyses',
        summary: 'List analyses, newest first',
        query: listQuery,
        responses: { 200: { description: 'A page of analyses.', schema: pageOf(analysis) } },
      },
      async ({ principal: { userId }, query }) => ({
        body: await listAnalyses(context, { userId, ...query }),
      }),
    ),
    route(
      {
        ...oneAnalysis,
        method: 'get',
        path: '/analyses/{analysisId}',
        summary: 'Read an analysis',
        responses: { 200: { description: 'The Analysis.', schema: analysis } },
      },
      async ({ principal: { userId }, params }) => ({
        body: await readAnalysis(context.db, { userId, ...params }),
      }),
    ),
    route(
      {
        ...oneAnalysis,
        method: 'get',
        path: '/analyses/{analysisId}/archive',
        summary: 'Read the archive of a finished run',
        description:
          'A zip with the request, the digests, the plan, the events and the duration of each step.',
        responses: { 200: { description: 'The address of the archive.', schema: archive } },
        errors: { 404: ['analysis_not_found', 'archive_not_found'], 503: ['processing_unavailable'] },
      },
      async ({ principal: { userId }, params }) => ({
        body: await readArchive(context, { userId, ...params }),
      }),
    ),
  ];
}

/** For the app surface only. */
export function analysisOwnerRoutes(context: LibraryContext): Route[] {
  return [
    route(
      {
        ...oneAnalysis,
        method: 'get',
        path: '/analyses/{analysisId}/plan',
        summary: 'Read how the pages of an analysis were planned',
        responses: {
          200: { description: "The planner's material, choices and reasons.", schema: analysisPlan },
        },
      },
      async ({ principal: { userId }, params }) => ({
        body: await readPlan(context.db, { userId, ...params }),
      }),
    ),
  ];
}
