import type { Billing } from '#modules/billing';
import type { Identity } from '#modules/identity';
import type { Trx } from '#shared/db/open.ts';
import type { RateLimiter } from '#shared/http/rate-limit.ts';
import type { Services } from '#shared/services.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import type { Pages, Pixels, PresentationEvents } from './ports.ts';

/** The context of the display module's use cases. */
export interface DisplayContext
  extends Partial<Pick<Services, 'metrics'>>,
    Pick<Services, 'db' | 'clock' | 'config' | 'keys' | 'log' | 'notices' | 'jobs' | 'cursors'> {
  store: ObjectStore;
  /** For the limit of enrolments, which counts per address because there is no principal. */
  limiter: RateLimiter;
  billing: Billing;
  /** For every transaction that writes rows of a user, so that it cannot deadlock with the deletion of the account. */
  inUserTransaction: Identity['inUserTransaction'];
  requireUser: Identity['requireUser'];
  /** The first call in the transaction of an owner's request that claims or unbinds a panel. */
  holdSession: Identity['holdSession'];
  events: PresentationEvents;
  /** Checks that the user's storage limit allows this number of further bytes. @throws {AppError} `503 processing_unavailable` */
  checkStorage(trx: Trx, wanted: { userId: string; bytes: number }): Promise<void>;
  pixels: Pixels;
  pages: Pages;
  /** A PNG of a packed frame. */
  framePng(frame: Uint8Array, form: { width: number; height: number; bits: 1 | 2 | 4 }): Promise<Uint8Array>;
}
