import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { type AppError, invalidRequest, payloadTooLarge } from '../errors.ts';
import { unstorable } from '../unstorable.ts';

export const DEFAULT_BODY_LIMIT = 2 * 1024 * 1024;

/**
 * Reads and parses the body by `type`, within `limit` bytes after decompression.
 * @throws {AppError} 413 when it is larger, 400 when it cannot be read, nests too deep or holds characters that no
 * database stores.
 */
export async function readBody(ctx: Context, type: 'json' | 'form' | 'raw', limit: number): Promise<unknown> {
  if (Number(ctx.get('content-length') || 0) > limit) throw payloadTooLarge(limit);
  const parse = koaBody({
    json: type === 'json',
    text: false,
    urlencoded: type === 'form',
    multipart: false,
    jsonLimit: limit,
    formLimit: limit,
    jsonStrict: false,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
    onError: (error) => {
      throw bodyError(error, type, limit);
    },
  });
  if (type === 'raw') return readRaw(ctx, limit);
  await parse(ctx as never, async () => {});
  const body: unknown = ctx.request.body;
  const problems = unstorable(body);
  if (problems.length > 0) throw invalidRequest('The body holds values that cannot be stored.', problems);
  return body;
}

function bodyError(error: unknown, expected: 'json' | 'form' | 'raw', limit: number): AppError {
  const { status, type } = error as { status?: number; type?: string };
  if (status === 413 || type === 'entity.too.large') return payloadTooLarge(limit);
  return invalidRequest(expected === 'json' ? 'The body is not valid JSON.' : 'The body cannot be read.');
}

async function readRaw(ctx: Context, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early must not destroy the request: its connection still has to carry the answer.
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw payloadTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
