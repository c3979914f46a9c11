import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { unreadableBody } from './errors.ts';
import { freeBytes } from './free-bytes.ts';

/**
 * The bytes of a body in the pieces that arrive. A piece is valid until the next one is read, which frees its memory.
 * Node's own iterator would also copy buffered pieces into one. Ending the iteration early does not destroy the
 * request, because its connection still carries the response.
 * @throws {AppError} `400 invalid_request` when the body is incomplete
 */
export async function* bodyBytes(request: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
  const pieces: Uint8Array[] = [];
  let changed = Promise.withResolvers<void>();
  let end: { error: Error | null } | null = null;
  const take = (piece: Uint8Array) => {
    pieces.push(piece);
    request.pause();
    changed.resolve();
  };
  const stopWatching = finished(request, { writable: false }, (error) => {
    end = { error: error ?? null };
    changed.resolve();
  });
  request.on('data', take);
  try {
    for (;;) {
      const piece = pieces.shift();
      if (piece) {
        yield piece;
        freeBytes(piece);
      } else if (end) {
        if ((end as { error: Error | null }).error) throw unreadableBody('ended early.');
        return;
      } else {
        changed = Promise.withResolvers<void>();
        request.resume();
        await changed.promise;
      }
    }
  } finally {
    stopWatching();
    request.off('data', take).pause();
  }
}
