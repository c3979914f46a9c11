import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { unreadableBody } from './errors.ts';
import { freeBytes } from './free-bytes.ts';

/**
 * The bytes of a body, piece by piece as they came. Each piece is good until the next one is asked for: its memory is
 * freed then. Node's own iterator would also copy what has gathered into one piece. Leaving early does not destroy the request: its
 * connection still has to carry the response.
 * @throws {AppError} `400 invalid_request` when the body breaks off
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
