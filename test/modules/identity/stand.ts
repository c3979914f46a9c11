import { z } from 'zod';
import type { IdentityPorts } from '#modules/identity';
import { createIdentity } from '#modules/identity';
import type { Clock } from '#shared/clock.ts';
import { completeConfig, parseSettings } from '#shared/config.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import { memoryRateLimiter, storedRateLimiter, unlimitedRateLimiter } from '#shared/http/rate-limit.ts';
import { route } from '#shared/http/route.ts';
import { createHttpApp, listenHttp } from '#shared/http/server.ts';
import type { Surface } from '#shared/http/surface.ts';
import { createKeys } from '#shared/keys.ts';
import { createLog } from '#shared/log.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { freePort } from '#test/support/free-port.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  move(by: { seconds?: number; hours?: number; days?: number }): void;
}

function testClock(): TestClock {
  let now = Date.now();
  return {
    now: () => new Date(now),
    move({ seconds = 0, hours = 0, days = 0 }) {
      now += (seconds + hours * 3600 + days * 86_400) * 1000;
    },
  };
}

export interface Stand {
  url: string;
  surfaces: Surface[];
  client: Client;
  db: Db;
  databaseUrl: string;
  clock: TestClock;
  ports: IdentityPorts;
  /** Everything that was logged, a line each. */
  logged: string[];
  /** What the hourly job does. */
  cleanUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The identity module behind real HTTP and a database of its own, with a clock that the test moves and ports that it
 * fills. `/probe` stands for a surface that takes personal access tokens.
 */
export async function startStand(settings: Record<string, string> = {}): Promise<Stand> {
  const database = await createTestDatabase();
  const port = await freePort();
  const config = completeConfig(
    parseSettings({
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: database.url,
      PLACARD_SECRET: TEST_SECRET,
      RATE_LIMITS: 'off',
      ...settings,
    }),
  );
  const db = openDb(database.url, 'placard-test', 20);
  const clock = testClock();
  const probe = route(
    {
      method: 'get',
      path: '',
      summary: 'Who am I?',
      tag: 'probe',
      responses: { 200: { description: 'You.', schema: z.object({ userId: z.uuid() }) } },
    },
    async ({ principal }) => ({ status: 200, body: { userId: principal.userId } }),
  );
  const limited = config.RATE_LIMITS === 'on';
  const ports: IdentityPorts = {
    subscriptionOf: async () => null,
    cancelSubscription: async () => {},
    unbindPanels: async () => {},
    eraseUserData: async () => {},
  };
  const logged: string[] = [];
  const log = createLog('test', 'debug', { write: (line) => logged.push(line) });
  const identity = createIdentity({
    config,
    clock,
    db,
    log,
    keys: createKeys(TEST_SECRET),
    limiter: limited ? storedRateLimiter(db, clock) : unlimitedRateLimiter,
    subscriptionOf: (userId) => ports.subscriptionOf(userId),
    cancelSubscription: (userId) => ports.cancelSubscription(userId),
    unbindPanels: (trx, userId) => ports.unbindPanels(trx, userId),
    eraseUserData: (trx, userId) => ports.eraseUserData(trx, userId),
  });
  const surfaces: Surface[] = [
    {
      prefix: '/auth',
      authenticate: identity.authenticateSession,
      security: 'session',
      routes: identity.routes,
    },
    {
      prefix: '/probe',
      authenticate: identity.authenticateToken,
      security: 'personalToken',
      routes: [probe],
    },
  ];
  const limiter = limited ? memoryRateLimiter(clock) : unlimitedRateLimiter;
  const server = await listenHttp(
    createHttpApp({ config, db, clock, limiter, log, surfaces }),
    '127.0.0.1',
    port,
  );
  const url = config.PUBLIC_URL;
  return {
    url,
    surfaces,
    client: createClient({ url, surfaces }),
    db,
    databaseUrl: database.url,
    clock,
    ports,
    logged,
    cleanUp: identity.cleanUp,
    async close() {
      await server.close(0);
      await db.destroy();
      await database.drop();
    },
  };
}
