import { pageOf, pageQuery } from '#shared/http/cursor.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { DisplayContext } from '../context.ts';
import { displayParams } from '../schemas.ts';
import { listWalls, readWall } from './list-walls.ts';
import { wall } from './schemas.ts';

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
        responses: { 200: { description: 'A page, the display bound last first.', schema: pageOf(wall) } },
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
  ];
}
