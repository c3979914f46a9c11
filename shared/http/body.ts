import { text } from 'co-body';
import type { Context } from 'koa';
import { type AppError, invalidRequest, payloadTooLarge } from '../errors.ts';
import { findUnstorable } from '../find-unstorable.ts';
import { checkBodyShape } from './body-shape.ts';
import type { Route } from './route.ts';

/** Bytes of a body from a caller with a credential, and without one. */
const DEFAULT_LIMIT = 2 * 1024 * 1024;
const PUBLIC_LIMIT = 64 * 1024;

/** The media types of each kind of body, for koa's `ctx.is`. */
const MEDIA_TYPES = { json: ['json', '+json'], form: ['urlencoded'] };

/**
 * Reads and parses the body of a route. Undefined when there is none of its type.
 * @throws {AppError} 413 when it is larger than the route's limit, before or after decompression; 400 when it cannot be
 * read, has too many parts, nests too deep or holds characters that Postgres cannot store.
 */
export async function readBody(ctx: Context, spec: Route['spec']): Promise<unknown> {
  const { bodyType = 'json', auth, bodyLimit = auth === 'public' ? PUBLIC_LIMIT : DEFAULT_LIMIT } = spec;
  if (bodyType === 'multipart' || bodyType === 'any') return undefined;
  if (Number(ctx.get('content-length') || 0) > bodyLimit) throw payloadTooLarge(bodyLimit);
  if (bodyType !== 'raw' && !ctx.is(MEDIA_TYPES[bodyType])) return undefined;
  const bytes = await readBytes(ctx, bodyLimit);
  if (bodyType === 'raw') return bytes;
  if (bytes.length === 0) return undefined;
  const body = bodyType === 'json' ? parseJson(bytes) : parseForm(bytes);
  const problems = findUnstorable(body);
  if (problems.length > 0) throw invalidRequest('The body holds values that cannot be stored.', problems);
  return body;
}

async function readBytes(ctx: Context, limit: number): Promise<Uint8Array> {
  try {
    // Without an encoding the body is returned as bytes.
    return (await text(ctx.req, { limit, encoding: null } as never)) as unknown as Uint8Array;
  } catch (error) {
    throw bodyError(error, limit);
  }
}

function bodyError(error: unknown, limit: number): AppError {
  const { status, type } = error as { status?: number; type?: string };
  if (status === 413 || type === 'entity.too.large') return payloadTooLarge(limit);
  return invalidRequest('The body cannot be read.');
}

function parseJson(bytes: Uint8Array): unknown {
  checkBodyShape(bytes);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw invalidRequest('The body is not valid JSON.');
  }
}

/** If a field is sent twice, the last value counts. */
function parseForm(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}
