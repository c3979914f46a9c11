import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Log } from '../log.ts';
import { watchConnections } from './connections.ts';
import { requestEnvelope } from './envelope.ts';
import { crossOrigin, securityHeaders } from './headers.ts';
import { type RespondToUnreadable, refuseMalformedRequests } from './malformed-request.ts';
import { serializeRequests } from './serial-requests.ts';
import { DEFAULT_LIMITS, type ServerLimits } from './server-limits.ts';
import { type GuardDeps, type Surface, serve, unknownEndpoint } from './surface.ts';

export interface HttpOptions extends GuardDeps {
  log: Log;
  surfaces: Surface[];
  /** Run for every request after the envelope, before routing: metrics, static pages. */
  middleware?: Middleware[];
}

/** Creates the Koa application: error envelope, headers, then the routes of every surface. */
export function createHttpApp({ log, surfaces, middleware = [], ...deps }: HttpOptions): Koa {
  const app = new Koa();
  app.silent = true; // the envelope logs errors; Koa's own handler sees broken connections only
  app.use(requestEnvelope(log));
  app.use(securityHeaders());
  app.use(crossOrigin(deps.config.CORS_ORIGINS));
  for (const one of middleware) app.use(one);
  const router = new Router();
  for (const surface of surfaces) {
    for (const route of surface.routes) {
      const path = `${surface.prefix}${route.spec.path}`.replace(/\{(\w+)\}/g, ':$1');
      router[route.spec.method](path, async (ctx) => {
        ctx.state.route = `${surface.prefix}${route.spec.path}`;
        await serve(ctx as never, surface, route, ctx.params, deps);
      });
    }
  }
  app.use(router.routes());
  app.use((ctx) => {
    if (ctx.state.route === undefined) throw unknownEndpoint(ctx.path);
  });
  return app;
}

export interface RunningServer {
  server: Server;
  port: number;
  /** Stops accepting, lets current responses finish within `graceMs`, then closes all connections. */
  close(graceMs?: number): Promise<void>;
}

/** Handles connections that change from HTTP to another protocol. */
export interface Upgrades {
  /** Whether this request is such an upgrade. Other upgrade requests are handled as plain requests. */
  wants(request: IncomingMessage): boolean;
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Asks every connection to end, and closes the rest after `graceMs`. */
  close(graceMs: number): void;
}

const SERVER_OPTIONS = {
  requireHostHeader: false, // the envelope refuses a request without a Host header
  // Longer than the usual 60 s of proxies, so that the proxy closes an idle connection first.
  keepAliveTimeout: 75_000,
};

/** @throws with code `EADDRINUSE` or `EACCES` when the port cannot be used */
export async function listenHttp(
  app: Koa,
  host: string,
  port: number,
  upgrades?: Upgrades,
  {
    respondToUnreadable,
    ...given
  }: Partial<ServerLimits> & { respondToUnreadable?: RespondToUnreadable } = {},
): Promise<RunningServer> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const { headersTimeout, requestTimeout } = limits;
  const shouldUpgradeCallback = (request: IncomingMessage) => upgrades?.wants(request) ?? false;
  // How often timeouts are checked. Node's default is 30 s.
  const connectionsCheckingInterval = Math.min(1_000, headersTimeout);
  const server = createServer({
    ...SERVER_OPTIONS,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    shouldUpgradeCallback,
  });
  const serialRequests = serializeRequests(app.callback());
  const connections = watchConnections(server, {
    ...limits,
    isExempt: (socket) => isEventStream(serialRequests.currentResponse(socket)),
  });
  const handleRequest: RequestListener = (request, response) => {
    if (connections.has(request.socket)) serialRequests.listener(request, response);
  };
  server
    .on('request', handleRequest)
    .on('checkExpectation', handleRequest) // an unknown expectation may be ignored: RFC 9110, section 10.1.1
    .on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
      if (!connections.has(socket) || serialRequests.currentResponse(socket)) return socket.destroy();
      connections.release(socket);
      upgrades?.take(request, socket, head);
    });
  refuseMalformedRequests(server, respondToUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.off('error', reject) as never));
  });
  return {
    server,
    port: (server.address() as { port: number }).port,
    close(graceMs = 10_000) {
      upgrades?.close(graceMs);
      connections.close();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      // Closes connections that become idle, which otherwise end with their keep-alive time.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      return new Promise((resolve) => {
        server.close(() => {
          clearTimeout(timer);
          clearInterval(sweep);
          resolve();
        });
      });
    },
  };
}

function isEventStream(response: ServerResponse | undefined): boolean {
  return String(response?.getHeader('content-type') ?? '').startsWith('text/event-stream');
}
