import { authenticationFailed } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { DisplayContext } from '../context.ts';
import { admitEnrolment, type EnrolmentRequest } from '../pairing/admit-enrolment.ts';
import { enrollPanel } from '../pairing/enroll-panel.ts';
import type { Rotation } from '../polling/encode-picture.ts';
import { findPanel } from '../polling/find-panel.ts';
import { noticeOf, notices } from '../polling/notices.ts';
import type { createPictures } from '../polling/pictures.ts';
import type { createPollPanel } from '../polling/poll-panel.ts';
import type { PollRecords } from '../polling/poll-record.ts';
import type { PollingPanel } from '../polling/polling-panel.ts';
import type { ResponseCache } from '../polling/response-cache.ts';
import { withResponseTimeout } from '../polling/with-response-timeout.ts';
import type { BrowserCredential } from './panel-cookie.ts';
import type { PanelPage } from './panel-page.ts';
import type { PanelWaiters } from './panel-waiters.ts';

export interface BrowserDeps {
  context: DisplayContext;
  records: PollRecords;
  pictures: ReturnType<typeof createPictures>;
  pollPanel: ReturnType<typeof createPollPanel>;
  responseCache: ResponseCache;
  waiters: PanelWaiters;
  report: (error: Error) => void;
}

export interface BrowserRequest extends EnrolmentRequest {
  /** The credential of its cookie. */
  credential: BrowserCredential | null;
  rotation: Rotation;
  /** The command that its script has drawn. */
  drawnCommandId?: string | undefined;
  /** The name of the picture on its screen, when its script waits for another one. */
  shows?: string | undefined;
  signal: AbortSignal;
}

export interface BrowserResponse extends PanelPage {
  /** The credential for its cookie; null for a browser that may not enrol. */
  credential: BrowserCredential | null;
  /** The code that a panel without an owner shows. */
  claimCode: string | null;
  /** Its picture is not confirmed yet. */
  isPending: boolean;
}

const TIMES = { unclaimed: 10, usual: 10, min: 10 };
/** Before the next request after one that was held. */
const AFTER_HOLD_SECONDS = 1;
/** Without scripts the whole page is loaded again, which makes e-paper flash. */
const RELOAD_SECONDS = 300;
const RELOAD_UNCLAIMED_SECONDS = 30;
const RETRY_SECONDS = 60;
/** Browsers draw PNGs of any size. */
const NO_LIMIT = 1_000_000;

/**
 * Responds to a browser that is a panel. Its first visit enrols it. While it shows the wanted picture, its request is held
 * until that changes, for ten seconds at most. Errors become a page with a notice.
 */
export function createServeBrowser({
  context,
  records,
  pictures,
  pollPanel,
  responseCache,
  waiters,
  report,
}: BrowserDeps) {
  return async (request: BrowserRequest): Promise<BrowserResponse> => {
    const responded = new AbortController();
    const signal = AbortSignal.any([request.signal, responded.signal]);
    try {
      const { page, changed } = await withResponseTimeout(respond(request, signal));
      if (!changed || needsDrawing(page, request)) return page;
      const nextRequest = { ...request, drawnCommandId: undefined, shows: undefined };
      const next = (await changed) ? (await withResponseTimeout(respond(nextRequest, signal))).page : page;
      return needsDrawing(next, request) ? next : { ...next, seconds: AFTER_HOLD_SECONDS };
    } catch (error) {
      const notice = noticeOf(error);
      if (!notice) report(error as Error);
      const last =
        notice || !request.credential ? null : await responseCache.find(textOf(request.credential));
      const { title, text } = notices[notice ?? 'unreachable'];
      return {
        picture: last && { url: relative(last.address), name: last.name, command: '' },
        words: `${title}. ${text}`,
        ...{ seconds: RETRY_SECONDS, reloadSeconds: RETRY_SECONDS },
        ...{ credential: request.credential, claimCode: null, isPending: false },
      };
    } finally {
      responded.abort();
    }
  };

  /** `changed`: for a request that may be held, whether the panel may need a newer picture. Null for others. */
  async function respond(
    request: BrowserRequest,
    signal: AbortSignal,
  ): Promise<{ page: BrowserResponse; changed: Promise<boolean> | null }> {
    const { panel, credential, credentialHash } = await panelOf(request);
    // Begins before the panel is read, so that no change is missed.
    const changed = request.shows ? waiters.change(panel.id, signal) : null;
    const { picture, seconds, claimCode } = await pollPanel({
      panel,
      credential: credentialHash,
      about: { firmware: 'browser', battery: null, charging: null, rssi: null },
      evidence: { drawnCommandId: request.drawnCommandId },
      isPressed: false,
      encoding: {
        kind: panel.format === 'raw2' ? 'grey' : 'mono',
        below: NO_LIMIT,
        rotation: request.rotation,
      },
      times: TIMES,
    });
    if (picture) {
      const { address, name, frameId, encoding } = picture;
      const last = { deviceId: panel.id, address, name, seconds };
      await responseCache.keep(textOf(credential), last, () => pictures(frameId, encoding));
    }
    const isClaimed = claimCode === null;
    const page = {
      picture: picture && { url: relative(picture.address), name: picture.name, command: picture.commandId },
      words: isClaimed ? 'What was pushed to this panel.' : `Claim this panel with the code ${claimCode}.`,
      seconds,
      reloadSeconds: isClaimed ? (panel.pollSeconds ?? RELOAD_SECONDS) : RELOAD_UNCLAIMED_SECONDS,
      credential,
      claimCode,
      isPending: picture?.isPending ?? false,
    };
    return { page, changed };
  }

  async function panelOf(request: BrowserRequest): Promise<{
    panel: PollingPanel;
    credential: BrowserCredential;
    credentialHash: string;
  }> {
    const known = request.credential && (await findPanel(records, request.credential));
    if (request.credential && known?.kind === 'panel')
      return { panel: known.panel, credential: request.credential, credentialHash: known.credential };
    await admitEnrolment(context, request);
    const hardwareId = `browser-${newId()}`;
    const { password } = await enrollPanel(context, { hardwareId, model: 'browser', protocol: 'browser' });
    const credential = { hardwareId, key: password };
    const found = await findPanel(records, credential);
    if (found.kind !== 'panel') throw authenticationFailed();
    return { panel: found.panel, credential, credentialHash: found.credential };
  }

  /** An installation may have several addresses, and the page may load only from the address of its own request. */
  function relative(address: string): string {
    return address.slice(context.config.PUBLIC_URL.length + 1);
  }
}

function needsDrawing({ picture, isPending }: BrowserResponse, { shows }: BrowserRequest): boolean {
  return isPending || picture?.name !== shows;
}

function textOf({ hardwareId, key }: BrowserCredential): string {
  return `${hardwareId} ${key}`;
}
