import type { Context } from 'koa';
import { type Trx, userWasDeleted } from '../db/open.ts';
import { type AppError, authenticationFailed, invalidRequest, notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import { readBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import { GuardedRequest } from './guarded-request.ts';
import { runIdempotently } from './idempotency.ts';
import { limitCreations, limitPreviews, limitRequests } from './principal-limits.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Authenticated, Principal, Route, RouteRequest, RouteResponse } from './route.ts';
import { setBody } from './set-body.ts';
import { checkInput } from './validate.ts';

/** Dependencies of every request. */
export interface GuardDeps extends Pick<Services, 'config' | 'db' | 'clock'> {
  limiter: RateLimiter;
}

/** A prefix with one way to authenticate, under which routes are mounted. A route may be mounted under several. */
export interface Surface {
  prefix: string;
  /** @throws {AppError} 401 */
  authenticate(authorization: string | undefined): Promise<Authenticated>;
  routes: Route[];
  /** Accepted credentials, as named in OpenAPI. `sessionOrToken` accepts either of the first two. */
  security: 'session' | 'personalToken' | 'sessionOrToken' | 'basicOrToken' | 'none';
}

/**
 * Handles one request: authentication, limits, validation, idempotency, handler. The body is read only after the caller
 * was authenticated and is within the limits.
 */
export async function serve(
  ctx: Context,
  surface: Surface,
  route: Route,
  params: unknown,
  deps: GuardDeps,
): Promise<void> {
  const { spec } = route;
  const principal =
    spec.auth === 'public' ? null : await authenticate(ctx, spec.authenticate ?? surface.authenticate);
  if (principal) await limitRequests(principal, deps);
  if (principal && spec.limit === 'create') await limitCreations(principal, deps);
  if (principal && spec.limit === 'preview') await limitPreviews(principal, deps);
  const address = clientAddress(ctx.req, deps.config.TRUST_PROXY);
  await spec.admit?.({ address, headers: ctx.req.headers });
  const body = spec.body && (await readBody(ctx, spec));
  const key = ctx.req.headers['idempotency-key'];
  const input = checkInput(route, { params, query: spec.query && ctx.query, body, key });
  const request = new GuardedRequest(ctx, { ...input, principal, address });
  try {
    const response =
      route.idempotent && principal
        ? await handleOnce(route, request, body, deps)
        : await route.handle(request, null);
    respond(ctx, response);
  } catch (error) {
    throw principal && userWasDeleted(error) ? authenticationFailed() : error;
  }
}

async function handleOnce(
  route: Route,
  request: RouteRequest,
  body: unknown,
  deps: GuardDeps,
): Promise<RouteResponse> {
  const call = {
    userId: request.principal.userId,
    route: `${route.spec.method.toUpperCase()} ${route.spec.path}`,
    key: request.headers['idempotency-key'] as string, // validated before
    body, // as sent, because defaults of the schemas may change between two requests
  };
  const retentionHours = deps.config.IDEMPOTENCY_HOURS;
  const effect = async (trx: Trx, prepared: unknown) => {
    const { status = 200, body: stored } = await route.handle(request, trx, prepared);
    return { status, body: stored };
  };
  const response = await runIdempotently({ ...deps, retentionHours }, call, effect, async () =>
    route.prepare?.(request),
  );
  return route.present && response.status < 400
    ? { ...response, body: route.present(response.body) }
    : response;
}

async function authenticate(ctx: Context, check: Surface['authenticate']): Promise<Principal> {
  const { principal, renewedToken } = await check(ctx.req.headers.authorization);
  if (renewedToken) ctx.set('X-Renewed-Token', renewedToken);
  return principal;
}

function respond(ctx: Context, { status = 200, headers = {}, body, stream, onSent }: RouteResponse): void {
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
  if (onSent) ctx.res.once('finish', onSent);
  if (stream) ctx.body = stream;
  else if (body !== undefined) setBody(ctx, body);
  else if (status === 204 || status === 304) ctx.body = null;
  else ctx.body ??= '';
}

/** The error for a path without a route. */
export function unknownEndpoint(path: string): AppError {
  if (`${path}/`.startsWith('/api/sdk/v1/')) return invalidRequest('There is no such endpoint.');
  return notFound();
}
