import type { Clock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import type { Db } from '#shared/db/open.ts';
import type { RateLimiter } from '#shared/http/rate-limit.ts';
import type { Keys } from '#shared/keys.ts';
import type { Log } from '#shared/log.ts';
import type { IdentityPorts } from './ports.ts';

/** The dependencies of the module. */
export interface IdentityDeps extends IdentityPorts {
  config: Config;
  clock: Clock;
  db: Db;
  keys: Keys;
  log: Log;
  /** Counts across processes. */
  limiter: RateLimiter;
}
