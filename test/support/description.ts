import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#shared/clock.ts';
import { completeConfig, parseSettings } from '#shared/config.ts';
import { createNotifications } from '#shared/db/notifications.ts';
import { openDb } from '#shared/db/open.ts';
import { createCursors } from '#shared/http/cursor.ts';
import { openApiDocument } from '#shared/http/openapi.ts';
import { unlimitedRateLimiter } from '#shared/http/rate-limit.ts';
import type { Surface } from '#shared/http/surface.ts';
import type { Jobs } from '#shared/jobs/jobs.ts';
import { createKeys } from '#shared/keys.ts';
import { createLog } from '#shared/log.ts';
import { createMetrics } from '#shared/metrics.ts';
import { apiSurfaces } from '../../modules/api.ts';
import { wire } from '../../modules/compose.ts';
import type { Platform } from '../../modules/platform.ts';
import { TEST_SECRET } from './secret.ts';

/** All surfaces of the api, on a platform that is never used: for tests of the declarations only. */
export async function declaredSurfaces(): Promise<Surface[]> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-surfaces-'));
  const required = { DATABASE_URL: 'postgres://unused/unused', PLACARD_SECRET: TEST_SECRET };
  const config = completeConfig(parseSettings({ ...required, DATA_DIR: folder }));
  const keys = createKeys(config.PLACARD_SECRET);
  const log = createLog('test', 'silent');
  const app = await wire({
    config,
    keys,
    clock: systemClock,
    log,
    notices: createNotifications(config, log),
    db: openDb(config.DATABASE_URL, 'placard-test', 2),
    cursors: createCursors(keys),
    metrics: createMetrics(),
    jobs: {} as Jobs,
    limiter: unlimitedRateLimiter,
    storedLimiter: unlimitedRateLimiter,
    pixels: {} as Platform['pixels'],
    close: async () => {},
  });
  await rm(folder, { recursive: true });
  return apiSurfaces(app);
}

/** The API description as it is served. */
export async function apiDescription(): Promise<object> {
  return JSON.parse(JSON.stringify(openApiDocument(await declaredSurfaces(), '/', '1.0.0')));
}
