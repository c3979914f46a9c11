import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createAddressLimit } from '../address-limit.ts';
import { normalizeAddress } from '../addresses.ts';
import { monotonicMs } from '../clock.ts';
import { type AppError, processingUnavailable, rateLimited } from '../errors.ts';
import { writeRawError } from './raw-response.ts';

export interface ConnectionLimits {
  /** Connections in all, except those that became WebSockets. */
  maxConnections: number;
  maxPerAddress: number;
  /** Milliseconds for which a client may read nothing while data waits for it. */
  stallMs: number;
}

export interface ConnectionOptions extends ConnectionLimits {
  /** Whether the current response of this connection has a limit of its own for clients that stop reading. */
  isExempt(socket: Socket): boolean;
}

export interface Connections {
  /** Whether the connection is served. False for refused ones. */
  has(socket: Socket): boolean;
  /** Stops limiting a connection that no longer speaks HTTP. It is limited elsewhere. */
  release(socket: Socket): void;
  close(): void;
}

/** Time for a refused client to read the error response. */
const REFUSAL_TIMEOUT_MS = 1_000;
const RETRY_SECONDS = 10;

interface Held {
  address: string;
  /** Bytes that the system had accepted at the last check, and when that number last changed. */
  taken: number;
  movedAt: number;
}

/**
 * Limits connections, in all and per address, and closes those whose client has stopped reading. A slow client that reads
 * anything within the limit stays connected.
 */
export function watchConnections(server: Server, limits: ConnectionOptions): Connections {
  const addresses = createAddressLimit(limits.maxPerAddress);
  const sockets = new Map<Socket, Held>();

  server.on('connection', (socket) => {
    const address = normalizeAddress(socket.remoteAddress ?? '');
    if (sockets.size >= limits.maxConnections)
      return refuse(socket, processingUnavailable('There are too many connections.'));
    if (!addresses.take(address)) return refuse(socket, rateLimited(RETRY_SECONDS));
    sockets.set(socket, { address, taken: 0, movedAt: monotonicMs() });
    socket.once('close', () => release(socket));
  });

  function release(socket: Socket): void {
    const held = sockets.get(socket);
    if (held) addresses.release(held.address);
    sockets.delete(socket);
  }

  const sweep = setInterval(() => {
    const now = monotonicMs();
    for (const [socket, held] of sockets) {
      const waiting = socket.writableLength;
      const taken = socket.bytesWritten - waiting;
      if (waiting === 0 || taken !== held.taken || limits.isExempt(socket))
        Object.assign(held, { taken, movedAt: now });
      else if (now - held.movedAt >= limits.stallMs) socket.resetAndDestroy(); // otherwise the system would keep the unsent data
    }
  }, limits.stallMs / 10);
  sweep.unref();

  return { has: (socket) => sockets.has(socket), release, close: () => clearInterval(sweep) };
}

function refuse(socket: Socket, error: AppError): void {
  const timer = setTimeout(() => socket.destroy(), REFUSAL_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy());
  writeRawError(socket, error);
}
