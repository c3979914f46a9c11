import type { Display } from '#modules/display';
import type { Identity } from '#modules/identity';
import type { Clock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import type { Db } from '#shared/db/open.ts';
import type { Cursors } from '#shared/http/cursor.ts';
import type { Keys } from '#shared/keys.ts';
import type { AddressGuard } from '#shared/links/address-guard.ts';
import type { Log } from '#shared/log.ts';

/** The dependencies of the module. */
export interface WebhooksDeps {
  db: Db;
  clock: Clock;
  config: Config;
  keys: Keys;
  log: Log;
  cursors: Cursors;
  inUserTransaction: Identity['inUserTransaction'];
  display: Pick<Display, 'presenceOf'>;
  /** Milliseconds from connecting to a receiver to the status of its response; 15,000 by default. */
  attemptMs?: number;
}

/** The context of the module's use cases. */
export interface WebhooksContext extends WebhooksDeps {
  attemptMs: number;
  /** Loaded at the first use, because most processes never send. */
  guard(): Promise<AddressGuard>;
}
