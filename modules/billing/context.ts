import type { Clock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import type { Db } from '#shared/db/open.ts';
import type { Jobs } from '#shared/jobs/jobs.ts';
import type { Log } from '#shared/log.ts';
import type { Catalogue } from './catalogue.ts';

export interface BillingDeps {
  db: Db;
  clock: Clock;
  config: Config;
  log: Log;
  jobs: Pick<Jobs, 'send'>;
  /** How many displays a user has; filled from the display module. */
  displaysHeld(userId: string): Promise<number>;
}

/** What the billing module works with. */
export interface BillingContext extends BillingDeps {
  catalogue: Catalogue;
}
