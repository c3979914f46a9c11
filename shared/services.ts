import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Notifications } from './db/notifications.ts';
import type { Db } from './db/open.ts';
import type { Cursors } from './http/cursor.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Resources that are opened once per process. The context of a module picks what its use cases need. */
export interface Services {
  config: Config;
  clock: Clock;
  log: Log;
  db: Db;
  notices: Notifications;
  keys: Keys;
  cursors: Cursors;
  metrics: Metrics;
  jobs: Pick<Jobs, 'send'>;
}
