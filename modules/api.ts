import type Koa from 'koa';
import { operationRoutes } from '#shared/http/operations.ts';
import { createHttpApp } from '#shared/http/server.ts';
import type { Surface } from '#shared/http/surface.ts';
import { measureRequests } from '#shared/metrics.ts';
import type { App } from './compose.ts';

/** Every HTTP surface there is, those of the modules and those about the process itself. */
export function apiSurfaces({ surfaces, checks, metrics, identity }: App): Surface[] {
  const operations: Surface = {
    prefix: '',
    authenticate: identity.authenticateSession,
    security: 'none',
    routes: operationRoutes(checks, metrics),
  };
  return [...surfaces, operations];
}

export function createApi(app: App): Koa {
  return createHttpApp({
    ...app,
    surfaces: apiSurfaces(app),
    middleware: [measureRequests(app.metrics)],
  });
}
