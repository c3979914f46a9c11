import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** Bytes that are written to a connection at once. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Sends text and bytes unchanged, and other values as JSON with a line end, so that a terminal's prompt begins on a new
 * line. Long bodies are sent in chunks: at most one waits for a slow client, and progress shows whether the client reads.
 * Null means no body.
 */
export function setBody(ctx: Context, body: unknown): void {
  if (body === null) {
    ctx.body = null;
    return;
  }
  const isPlain = typeof body === 'string' || Buffer.isBuffer(body);
  if (!isPlain && !/\bjson\b/i.test(ctx.type)) ctx.type = 'json';
  const content: string | Buffer = isPlain ? body : `${JSON.stringify(body)}\n`;
  if (content.length <= CHUNK_BYTES) {
    ctx.body = content;
    return;
  }
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content);
  ctx.body = Readable.from(chunksOf(bytes));
  ctx.length = bytes.length;
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
