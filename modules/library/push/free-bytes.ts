import type { IncomingMessage } from 'node:http';

/**
 * Gives the memory of bytes back at once: that of pieces which are garbage is counted apart from the heap and collected
 * when there are tens of megabytes. Bytes that share their memory with others stay.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * Frees what the connection of a request reads, from now on until the returned function is called. Node's parser, which
 * listens first, has copied the bytes of the body by then. It reads in JavaScript, since the server looks at how
 * each connection begins.
 */
export function freeReads({ socket }: IncomingMessage): () => void {
  socket.on('data', freeBytes);
  return () => socket.off('data', freeBytes);
}
