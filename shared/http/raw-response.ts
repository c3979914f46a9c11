import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '../errors.ts';
import { newRequestId } from '../ids.ts';

/** Writes an error response with envelope and request id to a socket without a response object, and ends the socket. */
export function writeRawResponse(socket: Duplex, { status, code, message, headers }: AppError): void {
  const requestId = newRequestId();
  const body = JSON.stringify({ error: { code, message, requestId } });
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
