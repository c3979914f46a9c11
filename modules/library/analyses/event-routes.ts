import { channels } from '#shared/db/channels.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { LibraryContext } from '../context.ts';
import type { EventHub } from '../streams/event-hub.ts';
import { readLastEventId } from '../streams/last-event-id.ts';
import { streamResponse } from '../streams/stream-response.ts';
import { createEventSources } from './event-source.ts';
import { listEvents } from './list-events.ts';
import { findAnalysis } from './read-analysis.ts';
import { oneAnalysis } from './routes.ts';
import { analysisEventPage, eventsQuery, lastEventId, streamQuery } from './schemas.ts';

/** The public events of a run, as a list and as a stream. */
export function eventRoutes(context: LibraryContext, hub: EventHub): Route[] {
  const eventsOf = createEventSources(context.db);
  return [
    route(
      {
        ...oneAnalysis,
        method: 'get',
        path: '/analyses/{analysisId}/events',
        summary: 'Read the events of an analysis, oldest first',
        description:
          'The later events of its presentations (`render.*`, `delivery.*`) are in this list only.',
        query: eventsQuery,
        responses: { 200: { description: 'A page of events.', schema: analysisEventPage } },
      },
      async ({ principal: { userId }, params, query: { after, limit } }) => ({
        body: await listEvents(context.db, { userId, ...params, after, limit }),
      }),
    ),
    route(
      {
        ...oneAnalysis,
        method: 'get',
        path: '/analyses/{analysisId}/events/stream',
        summary: 'Follow the events of an analysis',
        description:
          'Server-sent events: `id` is the `seq`, `event` the type. Resume with `Last-Event-ID` or `after`. Ends with an `end` frame when the run has ended. At most five streams per credential.',
        query: streamQuery,
        responses: { 200: { description: 'The stream.', contentType: 'text/event-stream' } },
      },
      async ({ principal, params, query, headers }) => {
        const { id: analysisId } = await findAnalysis(context.db, { userId: principal.userId, ...params });
        const after = query.after ?? readLastEventId(headers, lastEventId) ?? 0;
        const { authorization } = headers;
        const topic = { channel: channels.analysisChanged, id: analysisId };
        const source = eventsOf(analysisId, after);
        return streamResponse(await hub.open({ principal, authorization, topic, source }));
      },
    ),
  ];
}
