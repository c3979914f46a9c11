import { pipeline, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { LinkError } from '#shared/links/link-error.ts';

const DECODERS: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};
/** Nested encodings. Servers normally use one. */
const MAX_ENCODINGS = 2;

/**
 * Reads and decodes the whole body. Both the received and the decoded bytes are limited to `maxBytes`: reading ends at
 * the first byte beyond.
 * @throws {LinkError}
 */
export async function readBody(
  body: NodeJS.ReadableStream,
  contentEncoding: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const decoders = encodings.reverse().map((name) => DECODERS[name]?.());
  if (decoders.length > MAX_ENCODINGS || decoders.includes(undefined)) {
    throw new LinkError('broken_response', 'the response has an unknown encoding');
  }
  const last = limit(maxBytes);
  const chunks: Buffer[] = [];
  last.on('data', (chunk: Buffer) => chunks.push(chunk));
  const stages = [body, limit(maxBytes), ...(decoders as Transform[]), last];
  await new Promise<void>((resolve, reject) => {
    pipeline(stages, (error) => (error ? reject(error) : resolve()));
  });
  return new Uint8Array(Buffer.concat(chunks));
}

function limit(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new LinkError('too_large', 'the target of the link is too large'));
      else done(null, chunk);
    },
  });
}
