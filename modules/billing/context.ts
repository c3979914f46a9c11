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
  /** The number of displays of a user; implemented by the display module. */
  displaysHeld(userId: string): Promise<number>;
}

/** The context of the billing module's use cases. */
export interface BillingContext extends BillingDeps {
  catalogue: Catalogue;
}
