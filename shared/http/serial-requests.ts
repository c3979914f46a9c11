import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for an earlier response. Few clients send even two. */
const MAX_PIPELINED = 16;

type Call = [IncomingMessage, ServerResponse];

export interface SerialRequests {
  listener: RequestListener;
  /** The response that is being made for this connection. */
  currentResponse(socket: Socket): ServerResponse | undefined;
}

/**
 * Handles one request of a connection at a time. A client may send many before it reads a response (pipelining: RFC 9112,
 * section 9.3.2), and all responses would be kept in memory. A client that sends too many is disconnected.
 */
export function serializeRequests(handle: RequestListener): SerialRequests {
  /** Connections with a current response, and the requests that wait for its end. */
  const lines = new WeakMap<Socket, { current: ServerResponse; waiting: Call[] }>();

  function begin([request, current]: Call, waiting: Call[]): void {
    const { socket } = request;
    lines.set(socket, { current, waiting });
    current.once('close', () => {
      const next = waiting.shift();
      if (next && !socket.destroyed) begin(next, waiting);
      else lines.delete(socket);
    });
    handle(request, current);
  }

  return {
    currentResponse: (socket) => lines.get(socket)?.current,
    listener(request, response) {
      const { socket } = request;
      if (socket.destroyed) return;
      const line = lines.get(socket);
      if (line === undefined) begin([request, response], []);
      else if (line.waiting.length < MAX_PIPELINED) line.waiting.push([request, response]);
      else socket.resetAndDestroy();
    },
  };
}
