import { z } from 'zod';
import { pageOf, pageQuery } from '#shared/http/cursor.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { DisplayContext } from '../context.ts';
import { listShown } from '../delivery/list-shown.ts';
import { readPicture } from '../read-picture.ts';
import { displayErrors, displayParams, presentationParams, uuid } from '../schemas.ts';
import { listWalls, readWall } from './list-walls.ts';
import { wall } from './schemas.ts';

/** The limit is that of a page of a list. */
const IDS = /^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/i;
const shownQuery = z.object({
  ids: z
    .string()
    .regex(IDS, { error: 'must be 1 to 50 ids with commas between them.' })
    .transform((text) => text.split(','))
    .pipe(z.array(uuid))
    .meta({ description: 'Ids of presentations, 1 to 50, with commas between them.' }),
});

/** Combined reads for the screens of the portal. */
export function wallRoutes(context: DisplayContext): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/walls',
        summary: 'List your displays with shown and next presentation, and the reason',
        tag: 'displays',
        query: pageQuery,
        responses: { 200: { description: 'A page, newest binding first.', schema: pageOf(wall) } },
      },
      async ({ principal: { userId }, query }) => ({ body: await listWalls(context, userId, query) }),
    ),
    route(
      {
        method: 'get',
        path: '/walls/{displayId}',
        summary: 'Read the shown and next presentation of a display, and the reason',
        tag: 'displays',
        params: displayParams,
        responses: { 200: { description: 'The display.', schema: wall } },
        errors: displayErrors,
      },
      async ({ principal: { userId }, params }) => ({
        body: await readWall(context, userId, params.displayId),
      }),
    ),
    route(
      {
        method: 'get',
        path: '/displays/{displayId}/shown',
        summary: 'List which of some presentations a display has shown',
        description: 'These can be shown again, unless the panel was claimed again since.',
        tag: 'displays',
        params: displayParams,
        query: shownQuery,
        responses: {
          200: {
            description: 'The presentations that were shown.',
            schema: z.object({ presentationIds: z.array(uuid) }),
          },
        },
        errors: displayErrors,
      },
      async ({ principal: { userId }, params, query }) => ({
        body: { presentationIds: await listShown(context, userId, params.displayId, query.ids) },
      }),
    ),
    route(
      {
        method: 'get',
        path: '/presentations/{presentationId}/picture',
        summary: 'Read the picture of a presentation with exactly the pixels of its panel',
        description:
          "A PNG of the frame in the panel's format, black and white or in greys. For a presentation without a display, its first rendition.",
        tag: 'presentations',
        params: presentationParams,
        responses: { 200: { description: 'The picture.', contentType: 'image/png' } },
        errors: { 404: ['presentation_not_found', 'not_found'] },
      },
      async ({ principal: { userId }, params }) => ({
        headers: { 'Content-Type': 'image/png' },
        body: Buffer.from(await readPicture(context, userId, params.presentationId)),
      }),
    ),
  ];
}
