import { z } from 'zod';
import { pageOf, pageQuery } from '#shared/http/cursor.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { DisplayContext } from '../context.ts';
import { displayParams } from '../schemas.ts';
import { listPanelEvents } from './list-panel-events.ts';
import { type PanelEventKind, panelEventKinds } from './panel-event.ts';

const panelEvent = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    kind: z.enum(Object.keys(panelEventKinds) as [PanelEventKind, ...PanelEventKind[]]),
    summary: z.string().meta({ description: 'One line in English.' }),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .meta({ id: 'PanelEvent' });
export type PanelEventDto = z.output<typeof panelEvent>;

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
        auth: 'required',
        params: displayParams,
        query: pageQuery,
        responses: { 200: { description: 'A page.', schema: pageOf(panelEvent) } },
        errors: { 403: ['access_denied'], 404: ['display_not_found'] },
      },
      async ({ principal, params, query }) => ({
        status: 200,
        body: await listPanelEvents(context, { userId: principal.userId, ...params }, query),
      }),
    ),
  ];
}
