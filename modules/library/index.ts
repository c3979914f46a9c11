import { requeueLostArchives } from './analyses/archive/requeue-lost-archives.ts';
import { eventRoutes } from './analyses/event-routes.ts';
import { analysisJobs } from './analyses/jobs.ts';
import type { AnalysisPorts } from './analyses/ports.ts';
import { analysisOwnerRoutes, analysisRoutes } from './analyses/routes.ts';
import { settingsRoutes } from './analyses/schedule/settings-routes.ts';
import { deleteOldRemovals } from './changes/delete-old-removals.ts';
import { changeRoutes } from './changes/routes.ts';
import { appContents, facadeContents } from './contents/content-form.ts';
import { listContents } from './contents/list-contents.ts';
import { presentContent } from './contents/present-content.ts';
import { receiveUpload } from './contents/receive-upload.ts';
import { contentRoutes, ownerRoutes } from './contents/routes.ts';
import type { LibraryContext } from './context.ts';
import { eraseUser } from './erase-user.ts';
import type { Library } from './library.ts';
import { openLinkClient } from './links/open-link-client.ts';
import { choosePlanner } from './planners/choose-planner.ts';
import { createPresentationEvents } from './presentation-events.ts';
import { previewJob } from './previews/job.ts';
import { previewRoutes } from './previews/routes.ts';
import { sweepPreviews } from './previews/sweep-previews.ts';
import { createIncomingAssets } from './push/incoming-assets.ts';
import { pushDirectly } from './push/push-directly.ts';
import { createPushWaiters } from './push/push-waiters.ts';
import { pushRoutes } from './push/routes.ts';
import { waitForPush } from './push/wait-for-push.ts';
import { createEventHub } from './streams/event-hub.ts';
import { checkStorageLimit } from './uploads/check-storage-limit.ts';
import { expireUploads } from './uploads/expire-uploads.ts';
import { removeOrphans } from './uploads/remove-orphans.ts';

export type { AnalysisPorts, PageScene, PageSize, PlainPage, Templates } from './analyses/ports.ts';
export { expiresText } from './contents/expiry.ts';
export type { Library } from './library.ts';
export type { PushResult } from './push/push-content.ts';
export type { DirectAsset } from './push/push-directly.ts';
export { isPushOver } from './push/wait-for-push.ts';
export { type ContentDto, searchWords } from './schemas.ts';

/** The dependencies from compose.ts. The module creates its link client and planner itself. */
export type LibraryDeps = Omit<LibraryContext, 'links' | 'analysis'> & {
  analysis: Omit<AnalysisPorts, 'planner' | 'fallbackPlanner'>;
};

export function createLibrary(deps: LibraryDeps): Library {
  const context: LibraryContext = {
    ...deps,
    links: openLinkClient({ allow: deps.config.LINK_FETCH_ALLOW }),
    analysis: { ...deps.analysis, ...choosePlanner(deps.config, deps.log) },
  };
  const { notices } = context;
  const hub = createEventHub(context, notices);
  const waiters = createPushWaiters(context, notices);
  const incoming = createIncomingAssets(context);
  return {
    sharedRoutes: [...analysisRoutes(context), ...eventRoutes(context, hub)],
    facadeRoutes: contentRoutes(context, facadeContents),
    pushRoutes: pushRoutes(context, { incoming, waiters }),
    ownerRoutes: [
      ...contentRoutes(context, appContents),
      ...ownerRoutes(context),
      ...settingsRoutes(context),
      ...changeRoutes(context, hub),
      ...analysisOwnerRoutes(context),
      ...previewRoutes(context, { incoming, waiters }),
    ],
    jobs: [...analysisJobs(context), previewJob(context)],
    presentationEvents: createPresentationEvents(context.clock),
    assetUploaded: (stagingKey, sha256) => receiveUpload(context, stagingKey, sha256),
    pushDirectly: (push) => pushDirectly(context, incoming, push),
    waitForPush: (wait) => waitForPush(context, waiters, wait),
    listContents: (query) => listContents(context, query, presentContent),
    checkStorage: (trx, wanted) => checkStorageLimit(context, trx, wanted),
    eraseUser: (trx, userId) => eraseUser(context, trx, userId),
    async cleanUp() {
      await expireUploads(context);
      await sweepPreviews(context);
      await requeueLostArchives(context);
      await removeOrphans(context);
      await deleteOldRemovals(context);
    },
    async close() {
      hub.close();
      await notices.close();
    },
  };
}
