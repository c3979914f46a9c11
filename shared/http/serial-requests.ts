import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait for the answer to an earlier one. Hardly any client sends even two. */
const MAX_PIPELINED = 16;

type Call = [IncomingMessage, ServerResponse];

export interface SerialRequests {
  listener: RequestListener;
  /** The answer that is under way on this connection. */
  currentResponse(socket: Socket): ServerResponse | undefined;
}

/**
 * Works on one request of a connection at a time. A client may send many before it reads an answer (pipelining: RFC 9112,
 * section 9.3.2); their answers would all be made and held for it. One that sends too many loses its connection.
 */
export function serializeRequests(answer: RequestListener): SerialRequests {
  /** Connections with an answer under way, and what waits for its end. */
  const lines = new WeakMap<Socket, { current: ServerResponse; waiting: Call[] }>();

  function begin([request, current]: Call, waiting: Call[]): void {
    const { socket } = request;
    lines.set(socket, { current, waiting });
    current.once('close', () => {
      const next = waiting.shift();
      if (next && !socket.destroyed) begin(next, waiting);
      else lines.delete(socket);
    });
    answer(request, current);
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
