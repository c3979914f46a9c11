import type { OutgoingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import { writeRawResponse } from './raw-response.ts';

/** Node's error codes with another status than 400. */
const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Responds to a malformed request, which reaches no route, with the error envelope and a request id. A listener of
 * `clientError`.
 */
export function refuseMalformedRequest(error: Error & { code?: string }, socket: Duplex): void {
  // Like Node's own handler: no error can be sent in the middle of a response.
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: OutgoingMessage };
  if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy(error);
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  writeRawResponse(socket, new AppError(status, 'invalid_request', 'The request could not be read.'));
}
