import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '../errors.ts';
import { newRequestId } from '../ids.ts';

export interface RawResponse {
  status: number;
  /** Sent as JSON. */
  body?: object;
  headers?: Record<string, string>;
}

/** Writes an error response with envelope and request id to a socket without a response object, and ends the socket. */
export function writeRawError(socket: Duplex, { status, code, message, headers }: AppError): void {
  const requestId = newRequestId();
  const body = { error: { code, message, requestId } };
  writeRawResponse(socket, { status, body, headers: { 'X-Request-Id': requestId, ...headers } });
}

/** Writes a response to a socket without a response object, and ends the socket. */
export function writeRawResponse(socket: Duplex, { status, body, headers }: RawResponse): void {
  const text = body ? `${JSON.stringify(body)}\n` : '';
  const all = {
    ...(body && {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    }),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
}
