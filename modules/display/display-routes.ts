import { z } from 'zod';
import { pageOf, pageQuery } from '#shared/http/cursor.ts';
import { queryTime } from '#shared/http/query-time.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { DisplayContext } from './context.ts';
import { presentOwnDisplay } from './pairing/own-display.ts';
import { ownDisplay } from './pairing/schemas.ts';
import { presentDisplay } from './present-display.ts';
import { listDisplays, type PresentDisplay, readDisplay } from './read-displays.ts';
import { listQueue, readCurrentPresentation } from './read-presentations.ts';
import {
  display,
  displayErrors,
  displayParams,
  formatQuery,
  presentation,
  presentationSummary,
} from './schemas.ts';

const instant = queryTime.optional();

/** The forms of a Display: for all clients, and for the app surface. */
export const facadeDisplay = { schema: display, present: presentDisplay };
export const appDisplay = { schema: ownDisplay, present: presentOwnDisplay };

/** Reads of displays, in the form of a surface. */
export function displayReads<T>(
  context: DisplayContext,
  { schema, present }: { schema: z.ZodType<T>; present: PresentDisplay<T> },
): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/displays',
        summary: 'List your displays',
        tag: 'displays',
        query: pageQuery,
        responses: { 200: { description: 'A page, newest binding first.', schema: pageOf(schema) } },
      },
      async ({ principal, query }) => ({
        body: await listDisplays(context, principal.userId, query, present),
      }),
    ),
    route(
      {
        method: 'get',
        path: '/displays/{displayId}',
        summary: 'Read a display',
        tag: 'displays',
        params: displayParams,
        responses: { 200: { description: 'The display.', schema } },
        errors: displayErrors,
      },
      async ({ principal, params }) => ({
        body: await readDisplay(context, principal.userId, params.displayId, present),
      }),
    ),
  ];
}

/** Reads of a display's queue and current presentation, for all clients. Reads change nothing. */
export function displayRoutes(context: DisplayContext): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/displays/{displayId}/queue',
        summary: 'List the queue of a display',
        tag: 'displays',
        description:
          'Only `queued` presentations: highest priority first, of equal priority the oldest first.',
        params: displayParams,
        query: pageQuery.extend({
          from: instant.meta({ description: 'Created at or after.' }),
          to: instant.meta({ description: 'Created before.' }),
        }),
        responses: { 200: { description: 'A page.', schema: pageOf(presentationSummary) } },
        errors: displayErrors,
      },
      async ({ principal, params, query }) => ({
        body: await listQueue(context, principal.userId, params.displayId, query),
      }),
    ),
    route(
      {
        method: 'get',
        path: '/displays/{displayId}/current-presentation',
        summary: 'Read the presentation that the panel shows',
        tag: 'displays',
        params: displayParams,
        query: formatQuery,
        responses: {
          200: {
            description: '`presentation` is null when the panel never confirmed a frame.',
            schema: z.object({ presentation: presentation.nullable() }),
          },
        },
        errors: displayErrors,
      },
      async ({ principal, params, query }) => {
        const { displayId } = params;
        const current = await readCurrentPresentation(context, principal.userId, displayId, query.format);
        return { body: { presentation: current } };
      },
    ),
  ];
}
