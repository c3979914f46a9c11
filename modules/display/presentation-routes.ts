import { z } from 'zod';
import { pageOf, pageQuery } from '#shared/http/cursor.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { DisplayContext } from './context.ts';
import { createRendition } from './create-rendition.ts';
import { normaliseOutput, renditionRequest } from './output-profile.ts';
import { presentRendition } from './present-presentation.ts';
import { listPresentations, readPresentation } from './read-presentations.ts';
import {
  displayErrors,
  formatQuery,
  presentation,
  presentationParams,
  presentationStates,
  rendition,
  uuid,
} from './schemas.ts';

/** Reads of presentations for all clients, and further renditions of targetless ones. */
export function presentationRoutes(context: DisplayContext): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/presentations',
        summary: 'List your presentations',
        tag: 'presentations',
        query: pageQuery.extend({
          scope: z
            .enum(['generated', 'display', 'all'])
            .optional()
            .meta({ description: '`generated` (made without a display) is the default.' }),
          displayId: uuid.optional().meta({ description: 'Implies the scope `display`.' }),
          state: presentationStates.optional(),
        }),
        responses: {
          200: {
            description: 'A page, newest first.',
            schema: pageOf(presentation).extend({
              historyWindowStart: z.iso.datetime().nullable().meta({
                description: 'The earliest time of the history that the plan includes; null for all of it.',
              }),
            }),
          },
        },
        errors: displayErrors,
      },
      async ({ principal, query }) => ({ body: await listPresentations(context, principal.userId, query) }),
    ),
    route(
      {
        method: 'get',
        path: '/presentations/{presentationId}',
        summary: 'Read a presentation',
        tag: 'presentations',
        params: presentationParams,
        query: formatQuery,
        responses: { 200: { description: 'The presentation.', schema: presentation } },
        errors: { 404: ['presentation_not_found'] },
      },
      async ({ principal, params, query }) => ({
        body: await readPresentation(context, principal.userId, params.presentationId, query.format),
      }),
    ),
    route(
      {
        method: 'post',
        path: '/presentations/{presentationId}/renditions',
        summary: 'Render another size of a targetless presentation',
        tag: 'presentations',
        limit: 'create',
        params: presentationParams,
        body: renditionRequest,
        responses: {
          200: { description: 'The existing rendition of that size and colour mode.', schema: rendition },
          201: { description: 'The new rendition, which will be rendered.', schema: rendition },
        },
        errors: { 404: ['presentation_not_found'], 409: ['invalid_state'], 503: ['processing_unavailable'] },
      },
      async ({ principal, params, body }) => {
        const output = normaliseOutput(body);
        const made = await createRendition(context, principal.userId, params.presentationId, output);
        const status = made.created ? 201 : 200;
        return { status, body: await presentRendition(context, made.rendition) };
      },
    ),
  ];
}
