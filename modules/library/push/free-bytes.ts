import type { IncomingMessage } from 'node:http';

/**
 * Frees the memory of bytes at once. Garbage buffers count apart from the heap and would only be collected at tens of
 * megabytes. Bytes that share their memory with others are not freed.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * Frees the buffers that the connection of a request reads, until the returned function is called. Node's parser
 * listens first and has copied the bytes of the body by then. It reads in JavaScript, because the server inspects the
 * start of each connection.
 */
export function freeReads({ socket }: IncomingMessage): () => void {
  socket.on('data', freeBytes);
  return () => socket.off('data', freeBytes);
}
