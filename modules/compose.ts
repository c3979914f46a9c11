import { availableParallelism } from 'node:os';
import { createBilling } from '#modules/billing';
import { createDisplay, type PanelLink } from '#modules/display';
import { createIdentity, type Identity } from '#modules/identity';
import { createLibrary } from '#modules/library';
import { type Clock, systemClock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import { checkSecret } from '#shared/db/installation.ts';
import { pendingMigrations } from '#shared/db/migrate.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import { createCursors } from '#shared/http/cursor.ts';
import type { ReadinessChecks } from '#shared/http/operations.ts';
import {
  memoryRateLimiter,
  type RateLimiter,
  storedRateLimiter,
  unlimited,
} from '#shared/http/rate-limit.ts';
import type { Surface } from '#shared/http/surface.ts';
import { type JobHandler, type Jobs, startJobs } from '#shared/jobs/jobs.ts';
import { platformJobs } from '#shared/jobs/platform-jobs.ts';
import { createKeys } from '#shared/keys.ts';
import type { Log } from '#shared/log.ts';
import { createMetrics, type Metrics } from '#shared/metrics.ts';
import { StartError } from '#shared/process.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import { createPixels, type Pixels } from '#worker/imaging/pool.ts';
import { claimPage } from '#worker/layout/claim-page.ts';
import { stretchedImage } from '#worker/layout/stretched-image.ts';
import { welcomePage } from '#worker/layout/welcome-page.ts';

/** The whole application, wired. Each process uses the parts it serves. */
export interface App {
  config: Config;
  clock: Clock;
  log: Log;
  db: Db;
  metrics: Metrics;
  identity: Identity;
  panels: PanelLink;
  surfaces: Surface[];
  jobHandlers: JobHandler[];
  jobs: Jobs;
  checks: ReadinessChecks;
  limiter: RateLimiter;
  /** Releases everything. What the process serves must have been closed before. */
  close(): Promise<void>;
}

export interface ComposeOptions {
  /** Shown to Postgres and in logs. */
  processName: string;
  /** Supervise queues and schedules, as a worker does. */
  worker?: boolean;
}

/**
 * The only place where modules meet: every port of every module is filled here, in every process alike.
 * @throws {StartError} when the database cannot be reached or lacks migrations
 * @throws {WrongSecretError}
 */
export async function compose(
  config: Config,
  log: Log,
  { processName, worker = false }: ComposeOptions,
): Promise<App> {
  const clock = systemClock;
  const db = openDb(config.DATABASE_URL, `placard-${processName}`, config.DATABASE_POOL);
  await checkDatabase(db, config);
  const metrics = createMetrics();
  const keys = createKeys(config.PLACARD_SECRET);
  const cursors = createCursors(keys);
  const jobs = await startJobs({
    url: config.DATABASE_URL,
    applicationName: `placard-${processName}-jobs`,
    log,
    worker,
  });
  const { limiter, storedLimiter } = rateLimiters(config, db);
  const pixels = lazyPixels(config);
  const { store, routes: storageRoutes } = await createObjectStore({
    config,
    keys,
    clock,
    onUploaded: (stagingKey) => library.assetUploaded(stagingKey),
  });

  const billing = createBilling();
  const shared = { config, clock, db, jobs, keys, log, cursors, store, billing };
  const identity = createIdentity({
    ...shared,
    limiter: storedLimiter,
    subscriptionOf: billing.subscriptionOf,
    cancelSubscription: billing.cancelSubscription,
    eraseUserData: async (trx, userId) => {
      await library.eraseUser(trx, userId);
      await display.eraseUser(trx, userId);
    },
  });
  const display = createDisplay({
    ...shared,
    limiter: storedLimiter,
    pixels: pixels.port,
    pages: { claimPage, welcomePage, stretchedImage },
    events: {
      rendered: (trx, event) => library.presentationEvents.rendered(trx, event),
      renderFailed: (trx, event) => library.presentationEvents.renderFailed(trx, event),
      published: (trx, event) => library.presentationEvents.published(trx, event),
      confirmed: (trx, event) => library.presentationEvents.confirmed(trx, event),
      deliveryFailed: (trx, event) => library.presentationEvents.deliveryFailed(trx, event),
    },
  });
  const library = createLibrary({ ...shared, display });

  const checks = {
    database: () => db.raw('select 1'),
    migrations: () => checkMigrations(db),
    storage: () => store.check(),
  };
  const sessionSurface = { authenticate: identity.authenticateSession, security: 'session' as const };
  const tokenSurface = { authenticate: identity.authenticateToken, security: 'personalToken' as const };
  const facade = [...display.sharedRoutes, ...library.sharedRoutes];
  const openSurface = { authenticate: identity.authenticateSession, security: 'none' as const };
  const surfaces: Surface[] = [
    { prefix: '/auth', ...sessionSurface, routes: identity.routes },
    { prefix: '/api/sdk/v1', ...tokenSurface, routes: facade },
    {
      prefix: '/api/app/v1',
      ...sessionSurface,
      routes: [...facade, ...display.ownerRoutes, ...library.ownerRoutes],
    },
    { prefix: '/api/device/v1', ...openSurface, routes: display.deviceRoutes },
    { prefix: '', ...openSurface, routes: [...storageRoutes, ...display.pageRoutes] },
  ];
  const jobHandlers = [
    ...display.jobs,
    ...library.jobs,
    ...platformJobs({
      db,
      clock,
      store,
      log,
      cleaners: [identity.cleanUp, display.cleanUp, library.cleanUp],
    }),
  ];
  return {
    config,
    clock,
    log,
    db,
    metrics,
    identity,
    panels: display.panels,
    surfaces,
    jobHandlers,
    jobs,
    checks,
    limiter,
    async close() {
      await jobs.close();
      await pixels.close();
      await db.destroy();
    },
  };
}

async function checkDatabase(db: Db, config: Config): Promise<void> {
  try {
    await checkMigrations(db);
    await checkSecret(db, config.PLACARD_SECRET);
  } catch (error) {
    await db.destroy();
    if (
      (error as { code?: string }).code === 'ECONNREFUSED' ||
      (error as { code?: string }).code === 'ENOTFOUND'
    ) {
      throw new StartError(
        `Postgres does not answer at the address in DATABASE_URL (${(error as Error).message}).`,
      );
    }
    throw error;
  }
}

async function checkMigrations(db: Db): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending > 0)
    throw new StartError(
      `The database lacks ${pending} migrations of this version: run \`make migrate\` first.`,
    );
}

function rateLimiters(config: Config, db: Db): { limiter: RateLimiter; storedLimiter: RateLimiter } {
  if (config.RATE_LIMITS === 'off') return { limiter: unlimited, storedLimiter: unlimited };
  return { limiter: memoryRateLimiter(systemClock), storedLimiter: storedRateLimiter(db, systemClock) };
}

/** Threads are started with the first picture, so that processes that draw none have none. */
function lazyPixels(config: Config): { port: Omit<Pixels, 'close'>; close(): Promise<void> } {
  let pool: Pixels | undefined;
  const started = () => {
    pool ??= createPixels({ threads: config.WORKER_THREADS || availableParallelism() });
    return pool;
  };
  return {
    port: {
      renderFrames: (source, options) => started().renderFrames(source, options),
      renderPng: (source, options) => started().renderPng(source, options),
    },
    close: async () => pool?.close(),
  };
}
