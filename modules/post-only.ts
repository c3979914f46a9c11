import type { Middleware } from 'koa';
import { AppError } from '#shared/errors.ts';

/** Responds with `405` to other methods at `path`: Streamable HTTP requires this of a server without event streams and sessions. */
export function postOnly(path: string): Middleware {
  return async (ctx, next) => {
    if (ctx.path === path && ctx.method !== 'POST')
      throw new AppError(405, 'method_not_allowed', 'Messages are sent by POST.', {}, { Allow: 'POST' });
    await next();
  };
}
