import type { Middleware } from 'koa';

/** Addresses of TRMNL's protocol with slashes too many: panels put them together from a base address with one at its end. */
const PANEL_PATH = /^\/+api\/+(setup|display|log)\/*$/;

export function joinSlashes(): Middleware {
  return async (ctx, next) => {
    const [, name] = ctx.path.length < 100 ? (PANEL_PATH.exec(ctx.path) ?? []) : [];
    if (name) ctx.path = `/api/${name}`;
    await next();
  };
}
