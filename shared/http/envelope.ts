import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import { monotonicMs } from '../clock.ts';
import { AppError, internalError, invalidRequest } from '../errors.ts';
import { newRequestId } from '../ids.ts';
import { type Log, withLogContext } from '../log.ts';
import { outageError } from '../outage.ts';
import { outageReporter, type ReportOutage } from '../outage-reporter.ts';
import { drainRequest } from './drain.ts';
import { setBody } from './set-body.ts';

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

/** The error envelope of one code whose `details` are always present. */
export function errorWith(code: string, details: z.ZodObject) {
  return z.object({ error: errorEnvelope.shape.error.extend({ code: z.literal(code), details }) });
}

/** Assigns request ids, logs one line per request, and turns errors into responses. No other code does this. */
export function requestEnvelope(log: Log): Middleware {
  const reportOutage = outageReporter(log);
  return async (ctx, next) => {
    const requestId = newRequestId();
    const started = monotonicMs();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    await withLogContext({ requestId }, async () => {
      try {
        if (!isReadable(ctx.req.url ?? '')) throw invalidRequest('The address cannot be read.');
        if (!ctx.req.headers.host && ctx.req.httpVersion !== '1.0')
          throw invalidRequest('The Host header is missing.');
        await next();
      } catch (error) {
        await drainRequest(ctx.req);
        respondWithError(ctx, error, { log, reportOutage });
      }
      const ms = Math.round((monotonicMs() - started) * 10) / 10;
      log.debug({ method: ctx.method, path: sentPath(ctx), status: ctx.status, ms }, 'request');
    });
  };
}

function respondWithError(
  ctx: Context,
  thrown: unknown,
  { log, reportOutage }: { log: Log; reportOutage: ReportOutage },
): void {
  const error = thrown instanceof AppError ? thrown : translate(thrown);
  // 501 reports the configuration of this installation, which is no failure.
  if (error.status === 503) reportOutage(error);
  else if (error.status >= 500 && error.status !== 501)
    log.error({ err: thrown, method: ctx.method, path: sentPath(ctx) }, 'request failed');
  const { status, code, message, details, headers } = error;
  const hasDetails = Object.keys(details).length > 0;
  ctx.status = status;
  ctx.set(headers);
  const { requestId } = ctx.state;
  setBody(ctx, { error: { code, message, requestId, ...(hasDetails && { details }) } });
}

/** A path can always be parsed. Clients may also send a whole address, which may be malformed. */
function isReadable(url: string): boolean {
  return /^\/(?!\/)/.test(url) || URL.canParse(url, 'http://host');
}

/** The path as sent. Not parsed, which could fail, and without the query, which may hold signatures. */
function sentPath(ctx: Context): string {
  return ctx.req.url?.split('?')[0] ?? '';
}

/**
 * Translates errors of the HTTP libraries that the caller caused, such as a malformed path escape, and errors of a full
 * disk or an unavailable object store. All others become `500`.
 */
function translate(thrown: unknown): AppError {
  const outage = outageError(thrown);
  if (outage) return outage;
  const status = (thrown as { status?: number; expose?: boolean } | null)?.status;
  if (status && status >= 400 && status < 500 && (thrown as { expose?: boolean }).expose) {
    return invalidRequest('The request could not be read.');
  }
  return internalError();
}
