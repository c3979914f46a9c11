import { addSeconds } from '#shared/clock.ts';
import { newId } from '#shared/ids.ts';
import type { DisplayContext } from '../context.ts';
import { createPublishingReader } from '../delivery/next-command.ts';
import type { Heartbeat, PanelLink } from '../delivery/panel-link.ts';
import { type PanelView, pollingPanelReader } from '../delivery/read-panel.ts';
import { Device } from '../models/device.ts';
import { RenderTask } from '../models/render-task.ts';
import { SystemFrame } from '../models/system-frame.ts';
import { runRenderTask } from '../rendering/run-render-task.ts';
import type { Encoding } from './encoding.ts';
import { type Judgement, judgeShown, type ShownEvidence } from './judge-shown.ts';
import { mayShowError, namePicture, type WantedFrame } from './name-picture.ts';
import { nextPoll, type PollTimes } from './next-poll.ts';
import { pictureAddress } from './picture-address.ts';
import { BACKDATED_SECONDS } from './picture-name.ts';
import type { createPictures } from './pictures.ts';
import type { PollRecords } from './poll-record.ts';
import type { LastResponse, PollingPanel } from './polling-panel.ts';
import { pressButton } from './press-button.ts';
import type { Receipts } from './receipts.ts';

/** One request of a panel: its report and its capabilities. */
export interface Poll {
  panel: PollingPanel;
  /** SHA-256 of its key. */
  credential: string;
  about: Omit<Heartbeat, 'shown'>;
  evidence: ShownEvidence;
  /** Its button was pressed. */
  isPressed: boolean;
  encoding: Encoding;
  /** The times in the names of its pictures are those of last year: see `BACKDATED_SECONDS`. */
  backdatesNames?: boolean;
  /** It does not draw a picture with the name of the previous one again: firmware before 1.7.8. */
  remembersLastName?: boolean;
  times: PollTimes;
  /** Pixels of its screen, if it reports them. */
  size?: { width?: number | undefined; height?: number | undefined };
}

export interface PollResult {
  /** Null while there is no picture yet. */
  picture: {
    frameId: string;
    encoding: Encoding;
    name: string;
    address: string;
    commandId: string;
    /** The picture is not confirmed yet. */
    isPending: boolean;
  } | null;
  seconds: number;
  /** The code of a panel without an owner. */
  claimCode: string | null;
}

export interface PollDeps {
  context: DisplayContext;
  link: PanelLink;
  records: PollRecords;
  pictures: ReturnType<typeof createPictures>;
  receipts: Receipts;
}

/** Time after the announced poll before a panel counts as offline. */
const POLL_GRACE_SECONDS = 90;
const RETRY_WITHOUT_PICTURE_SECONDS = 30;
const COULD_NOT_SHOW = 'The panel took the whole picture and its wake failed.';

/**
 * Handles the poll of a panel. Each request is a separate connection on the panel link: it reports the picture on the
 * screen, which confirms it, and then the next queue entry is published if allowed.
 * @throws {AppError} `authentication_failed` when the key has been replaced meanwhile; errors of the database and the
 * store
 */
export function createPollPanel({ context, link, records, pictures, receipts }: PollDeps) {
  const { clock } = context;
  const processId = newId();
  const readPanel = pollingPanelReader(context);
  const publishAndRead = createPublishingReader(context, readPanel);

  return async (poll: Poll): Promise<PollResult> => {
    const { about } = poll;
    const deviceId = poll.panel.id;
    const isBehind = await receipts.settled(deviceId);
    const panel = (isBehind && (await records.byHardwareId(poll.panel.hardwareId))) || poll.panel;
    const epoch = await link.connected(deviceId, processId, poll.credential);
    const judgement = judgeShown(panel, poll.evidence);
    if (judgement === 'failed') await reportFailed(epoch, panel);
    await link.heartbeat(deviceId, epoch, { ...about, shown: shownBy(panel, judgement) });
    await keepSize(panel, poll.size);
    if (poll.isPressed) await pressButton(context, { ...panel, displayId: deviceId });
    const view = await viewOf(deviceId, epoch);
    const frame = view && wantedFrame(view, panel.lastResponse);
    const claimCode = view?.userId ? null : (view?.claim?.code ?? null);
    if (!frame) return { picture: null, seconds: RETRY_WITHOUT_PICTURE_SECONDS, claimCode };
    const now = clock.now();
    const sources = {
      pictureOf: pictures,
      epochOf: async (drawn: WantedFrame) =>
        (await firstDrawn(drawn)) - (poll.backdatesNames ? BACKDATED_SECONDS : 0),
    };
    const isPaintedOver = poll.remembersLastName === true && mayShowError(panel, now);
    const namedPicture = await namePicture(panel, frame, poll.encoding, judgement, sources, isPaintedOver);
    const { seconds, reason } = nextPoll(context, view, panel.pollSeconds, poll.times);
    const lastResponse = {
      ...namedPicture,
      at: now,
      seconds,
      reason,
      commandId: newId(),
      frameId: frame.frameId,
      isPage: frame.isPage,
      frameSha256: frame.sha256,
      sleptSeconds: poll.evidence.refreshRate ?? null,
      since: panel.lastResponse?.picture === namedPicture.picture ? panel.lastResponse.since : now,
    };
    await records.record(deviceId, epoch, lastResponse, addSeconds(now, seconds + POLL_GRACE_SECONDS));
    const { frameId, picture: name, encoding, commandId } = lastResponse;
    const address = pictureAddress(context, { deviceId, frameId, encoding, name }, now);
    const isPending = view.pendingPresentationId === frameId;
    return {
      picture: { frameId, encoding: poll.encoding, name, address, commandId, isPending },
      ...{ seconds, claimCode },
    };
  };

  async function firstDrawn(frame: WantedFrame): Promise<number> {
    return Math.floor((await records.firstDrawn(frame)).getTime() / 1000);
  }

  /**
   * Reads the panel, and draws its system page if necessary, because the panel cannot wait for the next wake to show
   * its code.
   */
  async function viewOf(deviceId: string, epoch: number): Promise<PanelView | null> {
    const view = await publishAndRead({ deviceId, epoch });
    if (!view || view.frame || view.page) return view;
    await drawPages(context, deviceId);
    return readPanel({ deviceId, epoch }); // also when a worker was quicker
  }

  /** Stores the size of a panel that was enrolled without it. */
  async function keepSize(
    panel: PollingPanel,
    { width, height }: NonNullable<Poll['size']> = {},
  ): Promise<void> {
    if (!width || !height || (width === panel.width && height === panel.height)) return;
    await Device.query(context.db).findById(panel.id).patch({ width, height });
  }

  async function reportFailed(epoch: number, { id, lastResponse }: PollingPanel): Promise<void> {
    if (!lastResponse || lastResponse.isPage) return;
    await link.confirm(id, epoch, {
      commandId: lastResponse.commandId,
      presentationId: lastResponse.frameId,
      sha256: lastResponse.frameSha256,
      error: COULD_NOT_SHOW,
      cause: 'show',
    });
  }
}

/**
 * The picture that the panel shows: the last one sent to it, or the one that it reported before. If another picture was
 * sent since then, it may show either, and the result is unknown.
 */
function shownBy(
  { lastResponse, reportedPresentationId, reportedSha256 }: PollingPanel,
  judgement: Judgement,
) {
  if (!lastResponse) return { presentationId: reportedPresentationId, sha256: reportedSha256 };
  const presentationId = lastResponse.isPage ? null : lastResponse.frameId;
  const isReported = presentationId === reportedPresentationId && lastResponse.frameSha256 === reportedSha256;
  return judgement === 'shown' || isReported
    ? { presentationId, sha256: lastResponse.frameSha256 }
    : { presentationId: null, sha256: null };
}

/**
 * The wanted picture, else the system page for the panel's ownership. A picture that was deleted stays on the screen
 * until another one comes, so the panel gets it again.
 */
function wantedFrame(
  { frame, wantedPresentationId, page }: PanelView,
  lastResponse: LastResponse | null,
): WantedFrame | null {
  if (frame && wantedPresentationId)
    return { frameId: wantedPresentationId, isPage: false, sha256: frame.sha256 };
  if (wantedPresentationId && lastResponse?.frameId === wantedPresentationId)
    return { frameId: lastResponse.frameId, isPage: false, sha256: lastResponse.frameSha256 };
  return page && { frameId: page.id, isPage: true, sha256: page.sha256 };
}

/** Draws the waiting system pages of a panel like a worker. May run twice. */
export async function drawPages(context: DisplayContext, deviceId: string): Promise<void> {
  const tasks = await RenderTask.query(context.db)
    .where({ kind: 'system_page', state: 'waiting' })
    .whereIn('system_frame_id', SystemFrame.query(context.db).where({ device_id: deviceId }).select('id'))
    .select('id');
  for (const { id } of tasks) await runRenderTask(context, id, false);
}
