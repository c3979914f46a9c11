import { authenticationFailed } from '#shared/errors.ts';
import { sha256 } from '#shared/keys.ts';
import type { DisplayContext } from '../context.ts';
import { admitEnrolment, type EnrolmentRequest } from '../pairing/admit-enrolment.ts';
import { enrollPanel } from '../pairing/enroll-panel.ts';
import { findPanel } from '../polling/find-panel.ts';
import { noticeOf } from '../polling/notices.ts';
import type { createPictures } from '../polling/pictures.ts';
import type { createPollPanel } from '../polling/poll-panel.ts';
import type { PollRecords } from '../polling/poll-record.ts';
import { DEFAULT_POLL_SECONDS, MIN_POLL_SECONDS } from '../polling/poll-seconds.ts';
import type { PollingPanel } from '../polling/polling-panel.ts';
import type { ResponseCache } from '../polling/response-cache.ts';
import { withResponseTimeout } from '../polling/with-response-timeout.ts';
import { type DisplayResponse, displayResponse, noticeResponse } from './display-response.ts';
import { encodingFor, versionNumber } from './firmware-version.ts';
import type { PanelHeaders } from './read-headers.ts';

export interface DisplayDeps {
  context: DisplayContext;
  records: PollRecords;
  pictures: ReturnType<typeof createPictures>;
  pollPanel: ReturnType<typeof createPollPanel>;
  responseCache: ResponseCache;
  report: (error: Error) => void;
}

const TIMES = { unclaimed: 60, usual: DEFAULT_POLL_SECONDS, min: MIN_POLL_SECONDS, sleeps: true };
const LONGEST_OUTAGE_POLL = 3_600;

/**
 * Responds to a panel's poll. Errors get a response too, because a panel without one four times in a row draws an error
 * over its picture.
 */
export function createServeDisplay(deps: DisplayDeps) {
  const { context, records, pictures, responseCache, pollPanel, report } = deps;
  const { config } = context;

  return async (panel: PanelHeaders, request: EnrolmentRequest): Promise<DisplayResponse> => {
    try {
      return await withResponseTimeout(respond(panel, request));
    } catch (error) {
      const notice = noticeOf(error);
      if (notice) return noticeResponse(config, panel, notice, DEFAULT_POLL_SECONDS);
      report(error as Error);
      return cachedResponse(panel);
    }
  };

  async function respond(headers: PanelHeaders, request: EnrolmentRequest): Promise<DisplayResponse> {
    const found = await findPanel(records, headers);
    if (found.kind === 'panel') return respondToPanel(headers, found.panel, found.credential);
    if (headers.key === null || headers.hardwareId === null)
      return noticeResponse(config, headers, 'noKey', DEFAULT_POLL_SECONDS);
    if (found.kind === 'foreign' && found.isOwned)
      return noticeResponse(config, headers, 'owned', DEFAULT_POLL_SECONDS);
    return adopt(headers, headers.hardwareId, headers.key, request);
  }

  /** Enrols a panel with its key from another server, which firmware before 1.8.10 keeps. */
  async function adopt(
    headers: PanelHeaders,
    hardwareId: string,
    key: string,
    request: EnrolmentRequest,
  ): Promise<DisplayResponse> {
    await admitEnrolment(context, request);
    const { firmware, model, width, height } = headers;
    const secret = { password: key, hash: sha256(key) };
    await enrollPanel(context, { hardwareId, firmware, model, width, height, protocol: 'trmnl' }, secret);
    const found = await findPanel(records, headers);
    if (found.kind !== 'panel') throw authenticationFailed();
    return respondToPanel(headers, found.panel, found.credential);
  }

  async function respondToPanel(
    headers: PanelHeaders,
    panel: PollingPanel,
    credential: string,
  ): Promise<DisplayResponse> {
    const { firmware, battery, charging, rssi, evidence, isPressed } = headers;
    const version = versionNumber(firmware) ?? 0;
    const isNew = version >= IMAGE_CACHED_SINCE;
    const { picture, seconds } = await pollPanel({
      panel,
      credential,
      about: { firmware: firmware ?? 'unknown', battery, charging, rssi },
      evidence: { ...evidence, imageCached: isNew ? (evidence.imageCached ?? false) : evidence.imageCached },
      isPressed,
      encoding: encodingFor(firmware, panel.format === 'raw2'),
      remembersLastName: version < NAMES_IN_FLASH_SINCE,
      backdatesNames: version >= NAMES_IN_FLASH_SINCE && version < PREFIX_MATCHES_SINCE,
      times: TIMES,
      size: { width: headers.width, height: headers.height },
    });
    if (!picture) return noticeResponse(config, headers, 'waiting', seconds);
    const { address, name, frameId } = picture;
    const last = { deviceId: panel.id, address, name, seconds };
    const { encoding } = picture;
    await responseCache.keep(credentialOf(headers), last, () => pictures(frameId, encoding));
    return displayResponse(headers, { address, name, seconds }, panel.button !== null);
  }

  async function cachedResponse(headers: PanelHeaders): Promise<DisplayResponse> {
    const last = headers.key === null ? null : await responseCache.find(credentialOf(headers));
    if (!last) return noticeResponse(config, headers, 'unreachable', DEFAULT_POLL_SECONDS);
    const longer = Math.max(DEFAULT_POLL_SECONDS, Math.min(2 * last.seconds, LONGEST_OUTAGE_POLL));
    return displayResponse(headers, { ...last, seconds: Math.max(last.seconds, longer) }, false);
  }
}

/** Firmware versions 1.7.8, 1.8.2 and 1.8.5. */
const NAMES_IN_FLASH_SINCE = 1_007_008;
const PREFIX_MATCHES_SINCE = 1_008_002;
const IMAGE_CACHED_SINCE = 1_008_005;

function credentialOf({ hardwareId, key }: PanelHeaders): string {
  return `${hardwareId ?? ''} ${key ?? ''}`;
}
