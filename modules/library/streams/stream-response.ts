import type { RouteResponse } from '#shared/http/route.ts';
import type { EventStream } from './event-stream.ts';

/** The response of a stream, with headers against caches and buffering proxies. */
export function streamResponse(stream: EventStream): RouteResponse {
  return {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
    stream,
  };
}
