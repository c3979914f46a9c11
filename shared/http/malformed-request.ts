import type { OutgoingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import { type RawResponse, writeRawError, writeRawResponse } from './raw-response.ts';

type ClientError = Error & { code?: string; rawPacket?: Buffer };

/**
 * Responds to requests that cannot be read in a way of its own. `head` is the beginning of what came last of such a
 * request: its first line, unless its headers came in many pieces. Null for a request that is refused as any other.
 */
export type AnswerUnreadable = (head: string) => RawResponse | null;

/** Node's error codes with another status than 400. */
const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const HEAD_BYTES = 200;

/**
 * Makes a listener of `clientError`, which responds to a malformed request, which reaches no route, with the error
 * envelope and a request id.
 */
export function refuseMalformedRequests(answerUnreadable: AnswerUnreadable = () => null) {
  return (error: ClientError, socket: Duplex): void => {
    // Like Node's own handler: no error can be sent in the middle of a response.
    const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: OutgoingMessage };
    if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
      socket.destroy(error);
      return;
    }
    const own = answerUnreadable(error.rawPacket?.toString('latin1', 0, HEAD_BYTES) ?? '');
    const status = STATUSES[error.code ?? ''] ?? 400;
    if (own) writeRawResponse(socket, own);
    else writeRawError(socket, new AppError(status, 'invalid_request', 'The request could not be read.'));
  };
}
