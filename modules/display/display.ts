import type { Snapshot } from '#shared/db/changes.ts';
import type { Queryable, Trx } from '#shared/db/open.ts';
import type { Route } from '#shared/http/route.ts';
import type { JobHandler } from '#shared/jobs/jobs.ts';
import type { AuthorisedDisplay } from './authorise-display.ts';
import type { Created, NewPresentation } from './create-presentations.ts';
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

/** What the module offers to its peers, to the processes and over HTTP. */
export interface Display {
  /** What hangs on displays, and presentations, on both surfaces. */
  sharedRoutes: Route[];
  /** Displays as clients of the facade read them. */
  facadeRoutes: Route[];
  /** For an owner in front of a screen: pairing, settings, the queue. */
  ownerRoutes: Route[];
  deviceRoutes: Route[];
  /** At the root of the server: panels that ask over HTTP what to show. */
  pollingRoutes: Route[];
  jobs: JobHandler[];
  panels: PanelLink;
  authoriseDisplay(queryable: Queryable, userId: string, displayId: string): Promise<AuthorisedDisplay>;
  /** The display that a name or an id means. */
  findDisplay(queryable: Queryable, userId: string, wanted: string): Promise<AuthorisedDisplay>;
  /** Presentations of a user as they are answered, in the order of the ids; unknown ones are left out. */
  presentationsOf(queryable: Queryable, userId: string, ids: string[]): Promise<PresentationDto[]>;
  /** The user's displays, newest binding first, at most a hundred. */
  displaysOf(userId: string): Promise<DisplayDto[]>;
  /** What a display shows and what waits. The caller knows that it is the user's. */
  readShowing(userId: string, displayId: string): Promise<DisplayShowing>;
  /** Puts a presentation that was delivered before onto the display again. @throws {AppError} */
  activatePresentation(input: Activation): Promise<DisplayDto>;
  /** All displays of a user, and until when each stays online by itself. */
  displaysNow(queryable: Queryable, userId: string): Promise<DisplayNow[]>;
  /** Which displays are connected or asleep as usual, and which are missed. */
  presenceOf(queryable: Queryable, which?: PresenceFilter): Promise<DisplayPresence[]>;
  /** Does what the button of a panel would: the next picture, or the one before. Nothing when there is none. */
  pressButton(button: ButtonPress): Promise<void>;
  /** Presentations of a user that changed since a snapshot, oldest change first, at most `limit`. */
  presentationsSince(
    queryable: Queryable,
    userId: string,
    since: Snapshot,
    limit: number,
  ): Promise<PresentationSummaryDto[]>;
  /** A page as it would be shown, drawn here and now. Stores nothing. For workers. @throws {AppError} `404` */
  renderPreview(page: PreviewPage): Promise<DrawnPage>;
  listRoutable(queryable: Queryable, userId: string): Promise<RoutableDisplay[]>;
  /** Bytes of the frames and previews of a user's presentations, stored or reserved for what waits to be drawn. */
  storedBytes(queryable: Queryable, userId: string): Promise<number>;
  /** Bytes that are reserved for drawing a presentation, once it is created. */
  presentationBytes(item: Pick<NewPresentation, 'target' | 'source'>): number;
  createPresentations(trx: Trx, items: NewPresentation[], whenExhausted: WhenExhausted): Promise<Created>;
  removePresentations(trx: Trx, userId: string, ids: string[]): Promise<void>;
  /** Ends the user's ownership of every display. The caller holds the user. */
  unbindDisplaysOfUser(trx: Trx, userId: string): Promise<void>;
  /** By which clock a display goes; without one, its owner. */
  timeZoneOf(queryable: Queryable, userId: string, displayId: string | null): Promise<string>;
  /** Keeps the time zone of a user, for displays that have none of their own. */
  setOwnerZone(trx: Trx, userId: string, timeZone: string): Promise<void>;
  eraseUser(trx: Trx, userId: string): Promise<void>;
  /** How many panels there are and how they do, and the renders of the last hour. */
  countPanels(): Promise<DisplayFigures>;
  cleanUp(): Promise<void>;
}
