import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { invalidRequest } from '#shared/errors.ts';

/** The id in the `Last-Event-ID` header, if there is one. @throws {AppError} `400 invalid_request` when it is malformed */
export function readLastEventId<T>(headers: IncomingHttpHeaders, id: z.ZodType<T>): T | undefined {
  const header = headers['last-event-id'];
  if (header === undefined) return undefined;
  const { success, data } = id.safeParse(header);
  if (success) return data;
  const message = 'must be the id of an event.';
  throw invalidRequest('The Last-Event-ID header is malformed.', [{ path: 'Last-Event-ID', message }]);
}
