import type { Socket } from 'node:net';
import { mayBeProxyHeader, type ProxyHeader, parseProxyHeader } from '#shared/proxy-protocol/parse-header.ts';

/**
 * Waits for the first bytes of a connection, removes the PROXY protocol header from them and calls `done` with it, or
 * with null when there is none. The bytes after the header are put back. Calls `failed` instead for a malformed header.
 * Buffers at most the longest header and one read of the socket.
 */
export function readProxyHeader(
  socket: Socket,
  done: (header: ProxyHeader | null) => void,
  failed: (fault: Error) => void,
): void {
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('readable', read);

  function read(): void {
    const chunk: Buffer | null = socket.read();
    if (!chunk) return;
    bytes = bytes.length > 0 ? Buffer.concat([bytes, chunk]) : chunk;
    if (!mayBeProxyHeader(bytes)) {
      finish(null, 0);
      return;
    }
    try {
      const header = parseProxyHeader(bytes);
      if (header) finish(header, header.length);
    } catch (error) {
      socket.off('readable', read);
      failed(error as Error);
    }
  }

  function finish(header: ProxyHeader | null, length: number): void {
    socket.off('readable', read);
    if (bytes.length > length) socket.unshift(bytes.subarray(length));
    done(header);
  }
}
