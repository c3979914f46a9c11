import { availableParallelism } from 'node:os';
import { systemClock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import { checkSecret } from '#shared/db/installation.ts';
import { createNotifications } from '#shared/db/notifications.ts';
import { type Db, openAbsentDb, openDb } from '#shared/db/open.ts';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { createCursors } from '#shared/http/cursor.ts';
import {
  memoryRateLimiter,
  type RateLimiter,
  storedRateLimiter,
  unlimitedRateLimiter,
} from '#shared/http/rate-limit.ts';
import { type Jobs, startJobs } from '#shared/jobs/jobs.ts';
import { createKeys } from '#shared/keys.ts';
import type { Log } from '#shared/log.ts';
import { createMetrics } from '#shared/metrics.ts';
import { pendingMigrations } from '#shared/migrate.ts';
import { StartError } from '#shared/process.ts';
import type { Services } from '#shared/services.ts';
import { createPixels, type Pixels } from '#worker/imaging/pool.ts';

export interface PlatformOptions {
  /** Shown to Postgres and in logs. */
  processName: string;
  /** Supervise queues and schedules, as a worker does. */
  worker?: boolean;
  /** The process finds rows by their keys only, so query plans can be reused. */
  reusePlans?: boolean;
}

/** The services that all modules use. */
export interface Platform extends Services {
  jobs: Jobs;
  /** For limits of every request: counts in this process. */
  limiter: RateLimiter;
  /** For limits that hold across processes and restarts. */
  storedLimiter: RateLimiter;
  pixels: Pixels;
  close(): Promise<void>;
}

/**
 * @throws {StartError} when the database cannot be reached or lacks migrations
 * @throws {WrongSecretError}
 */
export async function openPlatform(
  config: Config,
  log: Log,
  { processName, worker = false, reusePlans = false }: PlatformOptions,
): Promise<Platform> {
  const applicationName = `placard-${processName}`;
  const db = openDb(config.DATABASE_URL, applicationName, config.DATABASE_POOL, { reusePlans });
  await checkDatabase(db, config);
  const metrics = createMetrics();
  const jobs = await startJobs({
    url: config.DATABASE_URL,
    applicationName: `${applicationName}-jobs`,
    log,
    metrics,
    worker,
  });
  return platformOn({ config, log, db, metrics, jobs });
}

/** A platform without a database: everything that needs one fails, as in an outage. */
export function openWithoutDatabase(config: Config, log: Log): Platform {
  const refuse = () => Promise.reject(new Error('The database could not be opened.'));
  const jobs = { send: refuse, work: refuse, removeFinished: refuse, close: async () => {} };
  return platformOn({ config, log, db: openAbsentDb(), metrics: createMetrics(), jobs });
}

function platformOn(parts: Pick<Platform, 'config' | 'log' | 'db' | 'metrics' | 'jobs'>): Platform {
  const { config, db, jobs } = parts;
  const clock = systemClock;
  const keys = createKeys(config.PLACARD_SECRET);
  const limited = config.RATE_LIMITS === 'on';
  const pixels = lazyPixels(config.WORKER_THREADS || availableParallelism());
  return {
    ...parts,
    notices: createNotifications(config, parts.log),
    clock,
    keys,
    pixels,
    cursors: createCursors(keys),
    limiter: limited ? memoryRateLimiter(clock) : unlimitedRateLimiter,
    storedLimiter: limited ? storedRateLimiter(db, clock) : unlimitedRateLimiter,
    async close() {
      await jobs.close();
      await pixels.close();
      await db.destroy();
    },
  };
}

/** @throws {StartError} */
export async function checkMigrations(db: Db): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending === 0) return;
  throw new StartError(
    `The database lacks ${pending} migrations of this version: run \`make migrate\` first.`,
  );
}

async function checkDatabase(db: Db, config: Config): Promise<void> {
  try {
    await checkMigrations(db);
    await checkSecret(db, config.PLACARD_SECRET);
  } catch (error) {
    await db.destroy();
    explainUnreachable(error as NodeJS.ErrnoException);
  }
}

/** Threads are started with the first picture, because some processes never draw one. */
function lazyPixels(threads: number): Pixels {
  let pool: Pixels | undefined;
  const started = () => {
    pool ??= createPixels({ threads });
    return pool;
  };
  return {
    renderFrames: (source, options) => started().renderFrames(source, options),
    renderPng: (source, options) => started().renderPng(source, options),
    close: async () => pool?.close(),
  };
}
