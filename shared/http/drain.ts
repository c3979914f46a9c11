import type { IncomingMessage } from 'node:http';

const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const DRAIN_TIMEOUT_MS = 5_000;

/**
 * Reads and discards the rest of a request before it is refused. If the response came while the client still sends, many
 * clients and proxies would report a connection reset instead of the response, and a kept-alive connection would hang.
 * Resolves at the end of the request, or at the limits above.
 */
export function drainRequest(request: IncomingMessage): Promise<void> {
  request.unpipe();
  const hasBody =
    Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers;
  if (!hasBody || request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let left = MAX_DRAINED_BYTES;
    const timer = setTimeout(done, DRAIN_TIMEOUT_MS);
    function count(chunk: Buffer): void {
      left -= chunk.length;
      if (left < 0) done();
    }
    function done(): void {
      clearTimeout(timer);
      request.off('data', count).off('end', done).off('error', done).off('close', done);
      resolve();
    }
    request.on('data', count).once('end', done).once('error', done).once('close', done).resume();
  });
}
