import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { Clock } from '#shared/clock.ts';
import { type Config, completeConfig, parseSettings } from '#shared/config.ts';
import type { Db } from '#shared/db/open.ts';
import { AppError } from '#shared/errors.ts';
import { unlimitedRateLimiter } from '#shared/http/rate-limit.ts';
import type { Route } from '#shared/http/route.ts';
import { createHttpApp, type HttpOptions, listenHttp } from '#shared/http/server.ts';
import type { ServerLimits } from '#shared/http/server-limits.ts';
import type { Surface } from '#shared/http/surface.ts';
import { createLog } from '#shared/log.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

/** A clock that a test moves by hand. */
export interface HeldClock extends Clock {
  at: Date;
}

export function holdClock(at = '2026-11-20T10:00:00Z'): HeldClock {
  const clock: HeldClock = { at: new Date(at), now: () => clock.at };
  return clock;
}

function testConfig(settings: Record<string, string> = {}): Config {
  const required = { DATABASE_URL: 'postgres://unused/unused', PLACARD_SECRET: TEST_SECRET };
  return completeConfig(parseSettings({ ...required, ...settings }));
}

export interface HttpStand {
  url: string;
  port: number;
  server: Server;
  surfaces: Surface[];
  /** Sends bytes as they are and returns all that comes back until the connection closes. */
  raw(request: string | Buffer): Promise<string>;
  close(graceMs?: number): Promise<void>;
}

export interface StandOptions extends Partial<Omit<HttpOptions, 'surfaces' | 'config'>> {
  routes: Route[];
  settings?: Record<string, string>;
  limits?: Partial<ServerLimits>;
}

/**
 * Routes behind the real guard and real HTTP, under `/api/sdk/v1` and `/api/app/v1`. The credential of a user is the
 * user's id.
 */
export async function startHttp({ routes, settings, limits, ...options }: StandOptions): Promise<HttpStand> {
  const authenticate: Surface['authenticate'] = async (authorization) => {
    const userId = /^Bearer ([0-9a-f-]{36})$/.exec(authorization ?? '')?.[1];
    if (!userId) throw new AppError(401, 'authentication_failed', 'No.');
    return { principal: { userId, kind: 'token', credentialId: userId } };
  };
  const surfaces: Surface[] = ['/api/sdk/v1', '/api/app/v1'].map((prefix) => ({
    prefix,
    authenticate,
    routes,
    security: 'personalToken',
  }));
  const app = createHttpApp({
    log: createLog('test', 'silent'),
    db: null as unknown as Db,
    clock: holdClock(),
    limiter: unlimitedRateLimiter,
    ...options,
    config: testConfig(settings),
    surfaces,
  });
  const server = await listenHttp(app, '127.0.0.1', 0, undefined, limits);
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    server: server.server,
    surfaces,
    async raw(request) {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(request);
      let response = '';
      for await (const chunk of socket) response += chunk;
      return response;
    },
    close: (graceMs = 0) => server.close(graceMs),
  };
}
