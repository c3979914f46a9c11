import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import { AppError, invalidRequest } from '../errors.ts';
import { randomToken } from '../ids.ts';
import { type Log, withLogContext } from '../log.ts';

export const errorEnvelope = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      requestId: z.string().regex(/^req_/),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({
    id: 'Error',
    description: 'The one error envelope. Branch on `code`; the wording of `message` may change.',
  });

/** Request ids, one log line a request, and the only place where an error becomes a response. */
export function requestEnvelope(log: Log): Middleware {
  return async (ctx, next) => {
    const requestId = `req_${randomToken(12)}`;
    const started = performance.now();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    await withLogContext({ requestId }, async () => {
      try {
        await next();
      } catch (error) {
        answerError(ctx, error, log);
      }
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log.debug({ method: ctx.method, path: ctx.path, status: ctx.status, ms }, 'request');
    });
  };
}

function answerError(ctx: Context, thrown: unknown, log: Log): void {
  const error = thrown instanceof AppError ? thrown : translate(thrown);
  if (error.status >= 500) log.error({ err: thrown, method: ctx.method, path: ctx.path }, 'request failed');
  const { status, code, message, details, headers } = error;
  const hasDetails = Object.keys(details).length > 0;
  ctx.status = status;
  ctx.set(headers);
  ctx.body = { error: { code, message, requestId: ctx.state.requestId, ...(hasDetails && { details }) } };
}

/** Errors of the HTTP machinery that are the caller's doing (a broken path escape, say); all others are ours. */
function translate(thrown: unknown): AppError {
  const status = (thrown as { status?: number; expose?: boolean } | null)?.status;
  if (status && status >= 400 && status < 500 && (thrown as { expose?: boolean }).expose) {
    return invalidRequest('The request could not be read.');
  }
  return new AppError(500, 'internal_error', 'Something went wrong on our side.');
}
