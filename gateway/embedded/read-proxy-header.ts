import type { Socket } from 'node:net';
import { mayBeProxyHeader, type ProxyHeader, parseProxyHeader } from '#shared/proxy-protocol/parse-header.ts';

/**
 * Waits for the first bytes of a connection and takes the PROXY protocol header off them: `null` when they are
 * something else. Whatever follows the header is put back. `failed` is called instead when they begin like a header and are none.
 * Holds no more than the longest header and what one read of the socket brought.
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
