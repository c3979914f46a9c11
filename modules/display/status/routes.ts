import { z } from 'zod';
import { pageOf, pageQuery } from '#shared/http/cursor.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { DisplayContext } from '../context.ts';
import { listShown } from '../delivery/list-shown.ts';
import { readPicture } from '../read-picture.ts';
import { displayParams, presentationParams, uuid } from '../schemas.ts';
import { listWalls, readWall } from './list-walls.ts';
import { wall } from './schemas.ts';

/** As many as a list has on a page. */
const IDS = /^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/i;
const shownQuery = z.object({
  ids: z
    .string()
    .regex(IDS, { error: 'must be 1 to 50 ids with commas between them.' })
    .transform((text) => text.split(','))
    .pipe(z.array(uuid))
    .meta({ description: 'Ids of presentations, 1 to 50, with commas between them.' }),
});

/** Everything that the screens of an owner show of displays, read at once. */
export function wallRoutes(context: DisplayContext): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/walls',
        summary: 'List your displays with what they show, what comes next, and why',
        tag: 'displays',
        auth: 'required',
        query: pageQuery,
        responses: { 200: { description: 'A page, newest binding first.', schema: pageOf(wall) } },
      },
      async ({ principal: { userId }, query }) => ({
        status: 200,
        body: await listWalls(context, userId, query),
      }),
    ),
    route(
      {
        method: 'get',
        path: '/walls/{displayId}',
        summary: 'Read what a display shows, what comes next, and why',
        tag: 'displays',
        auth: 'required',
        params: displayParams,
        responses: { 200: { description: 'The display.', schema: wall } },
        errors: { 403: ['access_denied'], 404: ['display_not_found'] },
      },
      async ({ principal: { userId }, params }) => ({
        status: 200,
        body: await readWall(context, userId, params.displayId),
      }),
    ),
    route(
      {
        method: 'get',
        path: '/displays/{displayId}/shown',
        summary: 'Tell which of some presentations a display has shown',
        description: 'Those can be put onto the panel again, unless it was claimed anew since.',
        tag: 'displays',
        auth: 'required',
        params: displayParams,
        query: shownQuery,
        responses: {
          200: {
            description: 'Those that were shown.',
            schema: z.object({ presentationIds: z.array(uuid) }),
          },
        },
        errors: { 403: ['access_denied'], 404: ['display_not_found'] },
      },
      async ({ principal: { userId }, params, query }) => ({
        status: 200,
        body: { presentationIds: await listShown(context, userId, params.displayId, query.ids) },
      }),
    ),
    route(
      {
        method: 'get',
        path: '/presentations/{presentationId}/picture',
        summary: 'Get the picture of a presentation, dot by dot as its panel shows it',
        description:
          "A PNG of the frame in the panel's own format, black and white or in its greys. Of a presentation without a display, its first rendition.",
        tag: 'presentations',
        auth: 'required',
        params: presentationParams,
        responses: { 200: { description: 'The picture.', contentType: 'image/png' } },
        errors: { 404: ['presentation_not_found', 'not_found'] },
      },
      async ({ principal: { userId }, params }) => ({
        status: 200,
        headers: { 'Content-Type': 'image/png' },
        body: Buffer.from(await readPicture(context, userId, params.presentationId)),
      }),
    ),
  ];
}
