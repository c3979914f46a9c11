import type { Middleware } from 'koa';

const EXPOSED_HEADERS = ['X-Renewed-Token', 'X-Request-Id', 'Retry-After'];
const ALLOWED_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID'];
const ALLOWED_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Responses are data for programs: not sniffed, framed or cached by default, and they may load nothing. */
export function securityHeaders(): Middleware {
  return async (ctx, next) => {
    ctx.set({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
    });
    await next();
  };
}

/** CORS for the listed origins only. Bearer tokens are sent explicitly, so credentials mode is not needed. */
export function crossOrigin(origins: string[]): Middleware {
  const allowed = new Set(origins);
  return async (ctx, next) => {
    const origin = ctx.get('Origin');
    if (allowed.size > 0) ctx.vary('Origin');
    if (!origin || !allowed.has(origin)) return next();
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', '));
    if (ctx.method !== 'OPTIONS' || !ctx.get('Access-Control-Request-Method')) return next();
    ctx.set('Access-Control-Allow-Methods', ALLOWED_METHODS.join(', '));
    ctx.set('Access-Control-Allow-Headers', ALLOWED_HEADERS.join(', '));
    ctx.set('Access-Control-Max-Age', '600');
    ctx.status = 204;
  };
}
