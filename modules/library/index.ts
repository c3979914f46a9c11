import type { PresentationEvents } from '#modules/display';
import type { Trx } from '#shared/db/open.ts';
import type { Route } from '#shared/http/route.ts';
import type { JobHandler } from '#shared/jobs/jobs.ts';
import type { LibraryContext } from './context.ts';
import { eraseUser } from './erase-user.ts';
import { expireUploads } from './expire-uploads.ts';
import { createPresentationEvents } from './presentation-events.ts';
import { receiveUpload } from './receive-upload.ts';
import { removeOrphans } from './remove-orphans.ts';
import { contentRoutes, ownerRoutes } from './routes.ts';

export interface Library {
  /** `/contents…`, under both prefixes. */
  sharedRoutes: Route[];
  /** What only an owner in front of a screen may do. */
  ownerRoutes: Route[];
  jobs: JobHandler[];
  presentationEvents: PresentationEvents;
  /** Told the staging key of each upload that the embedded store took in; may be told twice. */
  assetUploaded(stagingKey: string): Promise<void>;
  eraseUser(trx: Trx, userId: string): Promise<void>;
  /** Uploads that were never confirmed, and objects that no row names. */
  cleanUp(): Promise<void>;
}

export function createLibrary(context: LibraryContext): Library {
  return {
    sharedRoutes: contentRoutes(context),
    ownerRoutes: ownerRoutes(context),
    jobs: [],
    presentationEvents: createPresentationEvents(context.clock),
    assetUploaded: (stagingKey) => receiveUpload(context, stagingKey),
    eraseUser: (trx, userId) => eraseUser(context, trx, userId),
    async cleanUp() {
      await expireUploads(context);
      await removeOrphans(context);
    },
  };
}
