import type { Middleware } from 'koa';

/** Paths of TRMNL's protocol with extra slashes: panels append them to a base address that may end with a slash. */
const PANEL_PATH = /^\/+api\/+(setup|display|log)\/*$/;

export function joinSlashes(): Middleware {
  return async (ctx, next) => {
    const [, name] = ctx.path.length < 100 ? (PANEL_PATH.exec(ctx.path) ?? []) : [];
    if (name) ctx.path = `/api/${name}`;
    await next();
  };
}
