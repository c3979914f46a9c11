import { channels } from '#shared/db/channels.ts';
import { type Route, route } from '#shared/http/route.ts';
import type { LibraryContext } from '../context.ts';
import type { EventHub } from '../streams/event-hub.ts';
import { readLastEventId } from '../streams/last-event-id.ts';
import { streamResponse } from '../streams/stream-response.ts';
import { createChangeSource } from './change-source.ts';
import { changeEvent, changesQuery, positionId } from './schemas.ts';
import { parsePosition } from './stream-position.ts';

/** One push makes ten changes within a fraction of a second. */
const BATCH_PAUSE_MS = 100;

/** A stream of changes of the caller's displays, presentations and contents. */
export function changeRoutes(context: LibraryContext, hub: EventHub): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/events',
        tag: 'events',
        summary: 'Follow changes of displays, presentations and contents',
        description:
          'Server-sent events. `reset` means: load everything again; changes follow. It comes first on a stream that does not ' +
          'resume, and if an id is older than a day or too much has changed for single events. ' +
          'Resume with `Last-Event-ID` or `after`: the same change may come twice, none is missed. A display is sent when more ' +
          'than its `lastSeenAt` has changed; texts of a Content are cut to 500 characters. ' +
          'A comment comes every 15 seconds. At most five streams per credential.',
        query: changesQuery,
        responses: {
          200: { description: 'The stream.', contentType: 'text/event-stream', schema: changeEvent },
        },
        errors: { 503: ['processing_unavailable'] },
      },
      async ({ principal, query, headers }) => {
        const after = query.after ?? readLastEventId(headers, positionId);
        const { userId } = principal;
        const stream = await hub.open({
          principal,
          authorization: headers.authorization,
          topic: { channel: channels.userChanged, id: userId },
          source: createChangeSource(context, userId, after === undefined ? null : parsePosition(after)),
          minReadIntervalMs: BATCH_PAUSE_MS,
        });
        return streamResponse(stream);
      },
    ),
  ];
}
