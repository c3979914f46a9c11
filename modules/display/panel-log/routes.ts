import { pageOf, pageQuery } from '#shared/http/cursor.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { DisplayContext } from '../context.ts';
import { displayErrors, displayParams } from '../schemas.ts';
import { listPanelEvents } from './list-panel-events.ts';
import { panelEvent } from './schemas.ts';

/** Under the app prefix only. */
export function panelLogRoutes(context: DisplayContext): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/displays/{displayId}/log',
        summary: 'List the history of a display, newest first',
        tag: 'displays',
        description: 'Since you claimed it. The last few hundred entries are kept.',
        params: displayParams,
        query: pageQuery,
        responses: { 200: { description: 'A page.', schema: pageOf(panelEvent) } },
        errors: displayErrors,
      },
      async ({ principal, params, query }) => ({
        body: await listPanelEvents(context, { userId: principal.userId, ...params }, query),
      }),
    ),
  ];
}
