import type { Pace } from '#shared/db/batch-work.ts';
import type { Route } from '#shared/http/route.ts';
import { throttledReporter } from '#shared/throttled-reporter.ts';
import { createPanelWaiters } from './browser/panel-waiters.ts';
import { browserRoutes } from './browser/routes.ts';
import type { DisplayContext } from './context.ts';
import type { PanelLink } from './delivery/panel-link.ts';
import { createRecordHeartbeat } from './delivery/record-heartbeat.ts';
import { createNotices } from './polling/notices.ts';
import { pictureRoutes } from './polling/picture-routes.ts';
import { createPictures } from './polling/pictures.ts';
import { createPollPanel } from './polling/poll-panel.ts';
import { createPollRecords } from './polling/poll-record.ts';
import { createReceipts } from './polling/receipts.ts';
import { createResponseCache } from './polling/response-cache.ts';
import { trmnlRoutes } from './trmnl/routes.ts';

/** A polling panel waits for the response with its radio on, so its heartbeat is stored sooner than others. */
const HEARTBEAT_PACE: Pace = { perSecond: 20, burst: 20 };

/** Serves panels that poll over HTTP, in one process. */
export function createPolling(
  context: DisplayContext,
  panelLink: PanelLink,
): { deviceRoutes: Route[]; rootRoutes: Route[] } {
  const { config, clock, log } = context;
  const report = throttledReporter((err, times) =>
    log.warn({ err, times }, 'polling panels are served with restrictions'),
  );
  const link = { ...panelLink, heartbeat: createRecordHeartbeat(context, HEARTBEAT_PACE) };
  const records = createPollRecords(context);
  const pictures = createPictures(context);
  const receipts = createReceipts();
  const pollPanel = createPollPanel({ context, link, records, pictures, receipts });
  const responseCache = createResponseCache({ config, clock, report });
  const deps = { context, link, records, pictures, pollPanel, responseCache, receipts, report };
  return {
    deviceRoutes: pictureRoutes({ ...deps, drawNotice: createNotices(context) }),
    rootRoutes: [
      ...trmnlRoutes(deps),
      ...browserRoutes({ ...deps, waiters: createPanelWaiters(context, report) }),
    ],
  };
}
