import type { Trx } from '#shared/db/open.ts';
import type { Route } from '#shared/http/route.ts';
import type { JobHandler } from '#shared/jobs/jobs.ts';
import type { Deliveries } from './deliveries/run-deliveries.ts';

/** Sends events of a user's displays, presentations and contents to addresses of the user's choice. */
export interface Webhooks {
  /** For owners, with a session or a personal access token. */
  ownerRoutes: Route[];
  jobs: JobHandler[];
  /** For workers: sends until closed. */
  runDeliveries(): Promise<Deliveries>;
  eraseUser(trx: Trx, userId: string): Promise<void>;
  cleanUp(): Promise<void>;
}
