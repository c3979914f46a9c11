import type { Middleware } from 'koa';
import { AppError } from '#shared/errors.ts';

/** `405` to every other method at `path`: Streamable HTTP asks for it where there are no event streams and no sessions. */
export function postOnly(path: string): Middleware {
  return async (ctx, next) => {
    if (ctx.path === path && ctx.method !== 'POST')
      throw new AppError(405, 'method_not_allowed', 'Messages are sent by POST.', {}, { Allow: 'POST' });
    await next();
  };
}
