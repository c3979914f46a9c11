import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import { type RawResponse, writeRawError, writeRawResponse } from './raw-response.ts';

type ClientError = Error & { code?: string; rawPacket?: Buffer };

/**
 * Returns the response to a request that cannot be read, from the beginning of that request (`head`). Null means the
 * usual error response.
 */
export type RespondToUnreadable = (head: string) => RawResponse | null;

/** Node's error codes with another status than 400. */
const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const HEAD_BYTES = 200;

/** State of a connection: the beginning of a request whose headers are incomplete, and the last request that was read. */
interface Incoming {
  head: string;
  request?: IncomingMessage;
}

/**
 * Responds to malformed requests, which reach no route, with the error envelope and a request id, or with the response
 * that `respondToUnreadable` returns. Node passes on only the chunk that it could not parse. The beginning of the request is
 * known if it is in that chunk, or if the request began with a new chunk, which is so unless requests are pipelined.
 */
export function refuseMalformedRequests(
  server: Server,
  respondToUnreadable: RespondToUnreadable = () => null,
): void {
  const connections = new WeakMap<Duplex, Incoming>();
  const begin = (request: IncomingMessage) => connections.set(request.socket, { head: '', request });
  server
    .on('connection', (socket: Socket) => {
      connections.set(socket, { head: '' });
      socket.prependListener('data', keepHead);
    })
    .on('request', begin)
    .on('checkExpectation', begin)
    .on('upgrade', (_, socket: Socket) => socket.off('data', keepHead))
    .on('clientError', (error: ClientError, socket: Duplex) => {
      // Like Node's own handler: no error can be sent in the middle of a response.
      const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse };
      if (response?.req.complete && !response.headersSent) {
        // The unreadable bytes follow a valid request: its response is sent, and the connection ends after it.
        response.shouldKeepAlive = false;
        return;
      }
      if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
        socket.destroy(error);
        return;
      }
      const begun = connections.get(socket)?.head ?? '';
      const own = respondToUnreadable(headOf(error.rawPacket)) ?? respondToUnreadable(begun);
      const status = STATUSES[error.code ?? ''] ?? 400;
      if (own) writeRawResponse(socket, own);
      else writeRawError(socket, new AppError(status, 'invalid_request', 'The request could not be read.'));
    });

  /** Called with each chunk before it is parsed. */
  function keepHead(this: Socket, chunk: Buffer): void {
    const incoming = connections.get(this);
    if (!incoming || incoming.head.length >= HEAD_BYTES) return;
    if (incoming.request && !incoming.request.complete) return; // its body
    incoming.head += headOf(chunk);
  }
}

function headOf(chunk: Buffer | undefined): string {
  return chunk?.toString('latin1', 0, HEAD_BYTES) ?? '';
}
