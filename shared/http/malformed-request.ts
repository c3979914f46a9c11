import type { OutgoingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import { writeRawResponse } from './raw-response.ts';

/** Node's codes for what it refuses with another status than 400. */
const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Answers what cannot be read as a request, and so reaches no route, with the envelope and request id that every other
 * answer has. For `clientError`.
 */
export function refuseMalformedRequest(error: Error & { code?: string }, socket: Duplex): void {
  // As Node's own handler does: in the middle of an answer there is nothing to say that could be understood.
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: OutgoingMessage };
  if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy(error);
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  writeRawResponse(socket, new AppError(status, 'invalid_request', 'The request could not be read.'));
}
