import type { Billing } from '#modules/billing';
import type { Display } from '#modules/display';
import type { Identity } from '#modules/identity';
import type { Clock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import type { Notifications } from '#shared/db/notifications.ts';
import type { Db } from '#shared/db/open.ts';
import type { Cursors } from '#shared/http/cursor.ts';
import type { Jobs } from '#shared/jobs/jobs.ts';
import type { Log } from '#shared/log.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import type { AnalysisPorts } from './analyses/ports.ts';
import type { LinkClient } from './links/fetch-link.ts';

/** The context of the library module's use cases. */
export interface LibraryContext {
  db: Db;
  clock: Clock;
  config: Config;
  log: Log;
  notices: Notifications;
  jobs: Pick<Jobs, 'send'>;
  store: ObjectStore;
  cursors: Cursors;
  billing: Billing;
  /** For every transaction that writes rows of a user, so that it cannot deadlock with the deletion of the account. */
  inUserTransaction: Identity['inUserTransaction'];
  requireUser: Identity['requireUser'];
  holdSession: Identity['holdSession'];
  display: Pick<
    Display,
    | 'authoriseDisplay'
    | 'createPresentations'
    | 'displaysNow'
    | 'findDisplay'
    | 'listRoutable'
    | 'presentationBytes'
    | 'storedBytes'
    | 'presentationsOf'
    | 'presentationsSince'
    | 'removePresentations'
    | 'renderPreview'
    | 'setOwnerZone'
    | 'timeZoneOf'
  >;
  links: LinkClient;
  analysis: AnalysisPorts;
}
