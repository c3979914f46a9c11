import type { Billing } from '#modules/billing';
import type { Display } from '#modules/display';
import type { Identity } from '#modules/identity';
import type { Services } from '#shared/services.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import type { AnalysisPorts } from './analyses/ports.ts';
import type { LinkClient } from './links/fetch-link.ts';

/** The context of the library module's use cases. */
export interface LibraryContext
  extends Pick<Services, 'db' | 'clock' | 'config' | 'log' | 'notices' | 'jobs' | 'cursors'> {
  store: ObjectStore;
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
