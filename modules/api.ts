import type Koa from 'koa';
import { MCP_PATH } from '#modules/mcp';
import { installationRoute, portalRoutes } from '#modules/portal';
import { docsRoutes } from '#shared/http/docs-page.ts';
import { openApiDocument } from '#shared/http/openapi.ts';
import { operationRoutes } from '#shared/http/operations.ts';
import { createHttpApp } from '#shared/http/server.ts';
import type { Surface } from '#shared/http/surface.ts';
import { countUntrustedForwards, measureRequests } from '#shared/metrics.ts';
import packageJson from '../package.json' with { type: 'json' };
import { clientPackageRoute } from './client-package.ts';
import type { App } from './compose.ts';
import { joinSlashes } from './doubled-slashes.ts';
import { measureInstallation } from './installation-metrics.ts';
import { postOnly } from './post-only.ts';
import { proofRoute } from './proof-route.ts';

/** All HTTP surfaces: for each prefix the accepted credentials and the routes. */
export function apiSurfaces(app: App): Surface[] {
  const { identity, billing, display, library } = app;
  const session = { authenticate: identity.authenticateSession, security: 'session' as const };
  const token = { authenticate: identity.authenticateToken, security: 'personalToken' as const };
  const either = { authenticate: identity.authenticateSessionOrToken, security: 'sessionOrToken' as const };
  const basic = { authenticate: identity.authenticateBasicOrToken, security: 'basicOrToken' as const };
  // Its routes are public. A route that is not would require a session.
  const open = { authenticate: identity.authenticateSession, security: 'none' as const };
  const facade = [...display.sharedRoutes, ...library.sharedRoutes];
  const own = [...display.ownerRoutes, ...library.ownerRoutes, ...app.webhooks.ownerRoutes];
  const installation = installationRoute({ ...app, signInOptions: identity.signInOptions });
  const pages = [
    ...app.storageRoutes,
    ...billing.webhookRoutes,
    ...portalRoutes(app.config),
    ...display.pollingRoutes,
    clientPackageRoute(),
    ...operationRoutes(app.checks, app.metrics),
    proofRoute(app.keys),
  ];
  const described: Surface[] = [
    { prefix: '/auth', ...token, routes: identity.ownTokenRoutes },
    { prefix: '/auth', ...session, routes: identity.routes },
    {
      prefix: '/api/sdk/v1',
      ...token,
      routes: [...facade, ...display.facadeRoutes, ...library.facadeRoutes],
    },
    { prefix: '/api/app/v1', ...either, routes: [...facade, ...own] },
    { prefix: '/api/app/v1', ...session, routes: billing.ownerRoutes },
    { prefix: '/api/app/v1', ...open, routes: [installation] },
    { prefix: '/api/device/v1', ...open, routes: display.deviceRoutes },
    { prefix: '', ...basic, routes: library.pushRoutes },
    { prefix: '', ...token, routes: app.mcp.routes },
    { prefix: '', ...open, routes: pages },
  ];
  // The server address is relative, because one installation may have several addresses.
  const docs = docsRoutes(() => openApiDocument(described, '/', packageJson.version));
  return [...described, { prefix: '', ...open, routes: docs }];
}

export function createApi(app: App): Koa {
  measureInstallation(app);
  return createHttpApp({
    ...app,
    surfaces: apiSurfaces(app),
    middleware: [
      joinSlashes(),
      measureRequests(app.metrics),
      countUntrustedForwards(app.metrics, app.config.TRUST_PROXY),
      postOnly(MCP_PATH),
    ],
  });
}
