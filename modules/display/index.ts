import { authoriseDisplay } from './authorise-display.ts';
import { cleanUpDisplay } from './clean-up/clean-up.ts';
import type { DisplayContext } from './context.ts';
import { createPanelLink } from './create-panel-link.ts';
import { createPolling } from './create-polling.ts';
import { createPresentations, presentationBytes } from './create-presentations.ts';
import { activatePresentation } from './delivery/activate-presentation.ts';
import { frameRoutes } from './delivery/frame-routes.ts';
import { deliveryRoutes, queueRoutes } from './delivery/routes.ts';
import type { Display } from './display.ts';
import { appDisplay, displayReads, displayRoutes, facadeDisplay } from './display-routes.ts';
import { eraseUser } from './erase-user.ts';
import { findDisplay } from './find-display.ts';
import { displayJobs } from './jobs.ts';
import { listRoutable } from './list-routable.ts';
import { deviceRoutes } from './pairing/device-routes.ts';
import { pairingRoutes } from './pairing/owner-routes.ts';
import { unbindDisplaysOfUser } from './pairing/unbind-displays-of-user.ts';
import { panelLogRoutes } from './panel-log/routes.ts';
import { pressButton } from './polling/press-button.ts';
import { presentDisplay } from './present-display.ts';
import { presentationRoutes } from './presentation-routes.ts';
import { setOwnerZone, timeZoneOf } from './quiet-hours/owner-zone.ts';
import { displaysNow, listDisplays } from './read-displays.ts';
import { presentationsOf, presentationsSince } from './read-presentations.ts';
import { readShowing } from './read-showing.ts';
import { removePresentations } from './remove-presentations.ts';
import { renderPreview } from './rendering/render-preview.ts';
import { countPanels } from './status/count-panels.ts';
import { readPresence } from './status/read-presence.ts';
import { wallRoutes } from './status/routes.ts';
import { storedBytes } from './stored-bytes.ts';

export type { AuthorisedDisplay } from './authorise-display.ts';
export type { BrokerAccount, BrokerLink, LocatedPanel } from './broker-link.ts';
export type { DisplayContext as DisplayDeps } from './context.ts';
export type { NewPresentation } from './create-presentations.ts';
export type { Command, Confirm, Heartbeat, NextCommand, PanelLink } from './delivery/panel-link.ts';
export type { Display } from './display.ts';
export type { RoutableDisplay } from './list-routable.ts';
export {
  colorMode,
  normaliseOutput,
  type OutputProfile,
  outputProfile,
  outputRequest,
} from './output-profile.ts';
export { pageBytes } from './page-bytes.ts';
export type { PanelEvent } from './panel-log/panel-event.ts';
export { hasCachedResponses } from './polling/response-cache.ts';
export type { PresentationEvent, PresentationEvents } from './ports.ts';
export type { DisplayNow } from './read-displays.ts';
export type { DisplayShowing } from './read-showing.ts';
export {
  type DisplayDto,
  display,
  type PresentationDto,
  type PresentationSummaryDto,
  presentation,
  presentationSummary,
} from './schemas.ts';
export type { PresentationSource } from './source.ts';
export type { DisplayPresence } from './status/read-presence.ts';
export { respondToUnreadablePanel } from './trmnl/respond-to-unreadable.ts';

/** Limit of a list of displays without pages. */
const MAX_LISTED = 100;

/** Panels, pairing, presentations, queue, delivery state and rendering. */
export function createDisplay(context: DisplayContext): Display {
  const panels = createPanelLink(context);
  const polling = createPolling(context, panels);
  return {
    sharedRoutes: [...displayRoutes(context), ...presentationRoutes(context), ...deliveryRoutes(context)],
    facadeRoutes: displayReads(context, facadeDisplay),
    ownerRoutes: [
      ...displayReads(context, appDisplay),
      ...pairingRoutes(context),
      ...queueRoutes(context),
      ...panelLogRoutes(context),
      ...wallRoutes(context),
    ],
    deviceRoutes: [...deviceRoutes(context), ...frameRoutes(context), ...polling.deviceRoutes],
    pollingRoutes: polling.rootRoutes,
    jobs: displayJobs(context),
    panels,
    authoriseDisplay,
    findDisplay,
    presentationsOf: (queryable, userId, ids) => presentationsOf(context, queryable, userId, ids),
    async displaysOf(userId) {
      return (await listDisplays(context, userId, { limit: MAX_LISTED }, presentDisplay)).items;
    },
    readShowing: (userId, displayId) => readShowing(context, userId, displayId),
    activatePresentation: (input) => activatePresentation(context, input),
    displaysNow: (queryable, userId) => displaysNow(context, queryable, userId),
    presentationsSince,
    renderPreview: (page) => renderPreview(context, page),
    listRoutable: (queryable, userId) => listRoutable(context, queryable, userId),
    pressButton: (press) => pressButton(context, press),
    presenceOf: (queryable, which) => readPresence(context, queryable, which),
    storedBytes,
    presentationBytes,
    createPresentations: (trx, items, whenExhausted) =>
      createPresentations(context, trx, items, whenExhausted),
    removePresentations: (trx, userId, ids) => removePresentations(context, trx, userId, ids),
    unbindDisplaysOfUser: (trx, userId) => unbindDisplaysOfUser(context, trx, userId),
    setOwnerZone,
    timeZoneOf,
    eraseUser: (trx, userId) => eraseUser(context, trx, userId),
    countPanels: () => countPanels(context),
    cleanUp: () => cleanUpDisplay(context),
  };
}
