import { randomBytes } from 'node:crypto';

/** Bytes of the given number that begin as a PNG and are none: nothing here decodes them. */
export function noisePng(sizeBytes: number): Buffer {
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, randomBytes(sizeBytes - signature.length)]);
}
