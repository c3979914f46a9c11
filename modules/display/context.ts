import type { Billing } from '#modules/billing';
import type { Identity } from '#modules/identity';
import type { Clock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import type { Db, Trx } from '#shared/db/open.ts';
import type { Cursors } from '#shared/http/cursor.ts';
import type { RateLimiter } from '#shared/http/rate-limit.ts';
import type { Jobs } from '#shared/jobs/jobs.ts';
import type { Keys } from '#shared/keys.ts';
import type { Log } from '#shared/log.ts';
import type { Metrics } from '#shared/metrics.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import type { Pages, Pixels, PresentationEvents } from './ports.ts';

/** What the display module works with. */
export interface DisplayContext {
  db: Db;
  clock: Clock;
  config: Config;
  keys: Keys;
  log: Log;
  metrics?: Metrics;
  jobs: Pick<Jobs, 'send'>;
  store: ObjectStore;
  cursors: Cursors;
  /** For the limit on enrolments, which has an address and no principal. */
  limiter: RateLimiter;
  billing: Billing;
  /** For every transaction that writes rows of a user, so that it cannot deadlock with the deletion of the account. */
  inUserTransaction: Identity['inUserTransaction'];
  requireUser: Identity['requireUser'];
  /** First in a transaction of an owner's request that gives or takes a panel. */
  holdSession: Identity['holdSession'];
  events: PresentationEvents;
  /** Whether a user's share of the storage has room for so many bytes more. @throws {AppError} `503 processing_unavailable` */
  checkStorage(trx: Trx, wanted: { userId: string; bytes: number }): Promise<void>;
  pixels: Pixels;
  pages: Pages;
  /** A PNG of a packed frame. */
  framePng(frame: Uint8Array, form: { width: number; height: number; bits: 1 | 2 | 4 }): Promise<Uint8Array>;
}
