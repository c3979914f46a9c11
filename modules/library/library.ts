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
  /** `/contents…` in the form for all clients. */
  facadeRoutes: Route[];
  /** `/push…`, outside of the prefixes. */
  pushRoutes: Route[];
  /** Routes of the app surface. */
  ownerRoutes: Route[];
  jobs: JobHandler[];
  presentationEvents: PresentationEvents;
  /**
   * Called with the staging key, and the SHA-256 of the bytes, of each upload that the embedded store accepted; may be
   * repeated.
   * @throws {AppError} `409 invalid_state` for other bytes than those that were recorded
   */
  assetUploaded(stagingKey: string, sha256: string): Promise<void>;
  /** Creates and confirms a Content from assets in memory. @throws {AppError} as `/push` */
  pushDirectly(push: DirectPush): Promise<PushResult>;
  /**
   * Waits until a push is over, at most for a time, and returns the Content with its presentations.
   * @throws {AppError} `404 content_not_found`
   */
  waitForPush(wait: PushWait): Promise<PushResult>;
  /** A page of a user's contents that contain every term of `q`, newest first. */
  listContents(query: ContentList): Promise<Page<ContentDto>>;
  /**
   * Checks that the user's storage limit allows this number of further bytes.
   * @throws {AppError} `503 processing_unavailable`
   */
  checkStorage(trx: Trx, wanted: { userId: string; bytes: number }): Promise<void>;
  eraseUser(trx: Trx, userId: string): Promise<void>;
  /** Removes unconfirmed uploads, objects without a row, and removals from which no stream can resume any more. */
  cleanUp(): Promise<void>;
  /** Ends open event streams, for which a closing server would wait. */
  close(): Promise<void>;
}
