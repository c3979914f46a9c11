import type { Snapshot } from '#shared/db/changes.ts';
import type { Queryable, Trx } from '#shared/db/open.ts';
import type { Route } from '#shared/http/route.ts';
import type { JobHandler } from '#shared/jobs/jobs.ts';
import type { AuthorisedDisplay } from './authorise-display.ts';
import type { CreatedPresentations, NewPresentation } from './create-presentations.ts';
import type { Activation } from './delivery/activate-presentation.ts';
import type { PanelLink } from './delivery/panel-link.ts';
import type { RoutableDisplay } from './list-routable.ts';
import type { ButtonPress } from './polling/press-button.ts';
import type { DisplayNow } from './read-displays.ts';
import type { DisplayShowing } from './read-showing.ts';
import type { DrawnPage, PreviewPage } from './rendering/render-preview.ts';
import type { WhenExhausted } from './reserve-pushes.ts';
import type { DisplayDto, PresentationDto, PresentationSummaryDto } from './schemas.ts';
import type { DisplayFigures } from './status/count-panels.ts';
import type { DisplayPresence, PresenceFilter } from './status/read-presence.ts';

/** The interface of the module for other modules, processes and HTTP. */
export interface Display {
  /** Queues and presentations, on both surfaces. */
  sharedRoutes: Route[];
  /** Displays, in the form for all clients. */
  facadeRoutes: Route[];
  /** For the app surface: pairing, settings, the queue. */
  ownerRoutes: Route[];
  deviceRoutes: Route[];
  /** At the root of the server: for panels that poll over HTTP. */
  pollingRoutes: Route[];
  jobs: JobHandler[];
  panels: PanelLink;
  authoriseDisplay(queryable: Queryable, userId: string, displayId: string): Promise<AuthorisedDisplay>;
  /** Finds a display by name or id. */
  findDisplay(queryable: Queryable, userId: string, wanted: string): Promise<AuthorisedDisplay>;
  /** Presentations of a user in the form of the API, in the order of the ids; unknown ones are left out. */
  presentationsOf(queryable: Queryable, userId: string, ids: string[]): Promise<PresentationDto[]>;
  /** The user's displays, newest binding first, at most a hundred. */
  displaysOf(userId: string): Promise<DisplayDto[]>;
  /** The current presentation and the queue of a display. The caller has checked its owner. */
  readShowing(userId: string, displayId: string): Promise<DisplayShowing>;
  /** Shows a delivered presentation again. @throws {AppError} */
  activatePresentation(input: Activation): Promise<DisplayDto>;
  /** All displays of a user, and until when each stays online without another message. */
  displaysNow(queryable: Queryable, userId: string): Promise<DisplayNow[]>;
  /** The presence of displays: connected, asleep as expected, or offline. */
  presenceOf(queryable: Queryable, which?: PresenceFilter): Promise<DisplayPresence[]>;
  /** Does what the button of a panel does: shows the next or the previous picture, if there is one. */
  pressButton(button: ButtonPress): Promise<void>;
  /** Presentations of a user that changed since a snapshot, oldest change first, at most `limit`. */
  presentationsSince(
    queryable: Queryable,
    userId: string,
    since: Snapshot,
    limit: number,
  ): Promise<PresentationSummaryDto[]>;
  /** Draws a page as a display would show it. Stores nothing. For workers. @throws {AppError} `404` */
  renderPreview(page: PreviewPage): Promise<DrawnPage>;
  listRoutable(queryable: Queryable, userId: string): Promise<RoutableDisplay[]>;
  /** Bytes of the frames and previews of a user's presentations, including those reserved for render tasks. */
  storedBytes(queryable: Queryable, userId: string): Promise<number>;
  /** Bytes that are reserved for drawing a presentation, once it is created. */
  presentationBytes(item: Pick<NewPresentation, 'target' | 'source'>): number;
  createPresentations(
    trx: Trx,
    items: NewPresentation[],
    whenExhausted: WhenExhausted,
  ): Promise<CreatedPresentations>;
  removePresentations(trx: Trx, userId: string, ids: string[]): Promise<void>;
  /** Ends the user's ownership of every display. The caller has locked the user. */
  unbindDisplaysOfUser(trx: Trx, userId: string): Promise<void>;
  /** The time zone of a display, or without one that of its owner. */
  timeZoneOf(queryable: Queryable, userId: string, displayId: string | null): Promise<string>;
  /** Stores the time zone of a user, for displays without their own. */
  setOwnerZone(trx: Trx, userId: string, timeZone: string): Promise<void>;
  eraseUser(trx: Trx, userId: string): Promise<void>;
  /** Numbers of panels by state, and of render tasks in the last hour. */
  countPanels(): Promise<DisplayFigures>;
  cleanUp(): Promise<void>;
}
