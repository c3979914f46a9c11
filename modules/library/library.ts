import type { PresentationEvents } from '#modules/display';
import type { Trx } from '#shared/db/open.ts';
import type { Page } from '#shared/http/cursor.ts';
import type { Route } from '#shared/http/route.ts';
import type { JobHandler } from '#shared/jobs/jobs.ts';
import type { ContentList } from './contents/list-contents.ts';
import type { PushResult } from './push/push-content.ts';
import type { DirectPush } from './push/push-directly.ts';
import type { PushWait } from './push/wait-for-push.ts';
import type { ContentDto } from './schemas.ts';

export interface Library {
  /** `/analyses…`, under both prefixes. */
  sharedRoutes: Route[];
  /** `/contents…` as clients of the facade know it. */
  facadeRoutes: Route[];
  /** `/push…`, outside of the prefixes. */
  pushRoutes: Route[];
  /** What only an owner in front of a screen may do. */
  ownerRoutes: Route[];
  jobs: JobHandler[];
  presentationEvents: PresentationEvents;
  /**
   * Called with the staging key, and the SHA-256 of the bytes, of each upload that the embedded store accepted; may be
   * repeated.
   * @throws {AppError} `409 invalid_state` for other bytes than those that were recorded
   */
  assetUploaded(stagingKey: string, sha256: string): Promise<void>;
  /** Creates and confirms a Content of what is in memory. @throws {AppError} as `/push` */
  pushDirectly(push: DirectPush): Promise<PushResult>;
  /** A Content and its presentations, once that is enough or the time is over. @throws {AppError} `404 content_not_found` */
  waitForPush(wait: PushWait): Promise<PushResult>;
  /** A page of a user's contents that hold every term of `q`, newest first. */
  listContents(query: ContentList): Promise<Page<ContentDto>>;
  /** Whether a user's share of the storage has room for so many bytes more. @throws {AppError} `503 processing_unavailable` */
  checkStorage(trx: Trx, wanted: { userId: string; bytes: number }): Promise<void>;
  eraseUser(trx: Trx, userId: string): Promise<void>;
  /** Uploads that were never confirmed, objects that no row names, and removals that no reader resumes from. */
  cleanUp(): Promise<void>;
  /** Ends open event streams: a server that closes waits for them. */
  close(): Promise<void>;
}
