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
import { type Judgement, judgeShown, type ShownSigns } from './judge-shown.ts';
import { mayShowError, namePicture, type WantedFrame } from './name-picture.ts';
import { nextPoll, type PollTimes } from './next-poll.ts';
import { pictureAddress } from './picture-address.ts';
import { BACKDATED_SECONDS } from './picture-name.ts';
import type { createPictures } from './pictures.ts';
import type { LastAnswer, PollingPanel, PollRecords } from './poll-record.ts';
import { pressButton } from './press-button.ts';
import type { Receipts } from './receipts.ts';

/** One request of a panel: what it says of itself, and what it can take. */
export interface Poll {
  panel: PollingPanel;
  /** SHA-256 of the key that it showed. */
  credential: string;
  about: Omit<Heartbeat, 'shown'>;
  signs: ShownSigns;
  /** Its button was pressed. */
  isPressed: boolean;
  encoding: Encoding;
  /** The times in the names of its pictures are those of last year: see `BACKDATED_SECONDS`. */
  backdatesNames?: boolean;
  /** It draws nothing for the name that it was sent last: firmware before 1.7.8. */
  remembersLastName?: boolean;
  times: PollTimes;
  /** Pixels of its screen, where it says. */
  size?: { width?: number | undefined; height?: number | undefined };
}

export interface PollAnswer {
  /** Null while there is nothing to show yet. */
  picture: {
    frameId: string;
    encoding: Encoding;
    name: string;
    address: string;
    commandId: string;
    /** It is not confirmed yet. */
    isPending: boolean;
  } | null;
  seconds: number;
  /** Of a panel without an owner. */
  claimCode: string | null;
}

export interface PollDeps {
  context: DisplayContext;
  link: PanelLink;
  records: PollRecords;
  pictures: ReturnType<typeof createPictures>;
  receipts: Receipts;
}

/** How much longer than its answer said a panel may stay away before it counts as offline. */
const GRACE_SECONDS = 90;
const SOON_SECONDS = 30;
const COULD_NOT_SHOW = 'The panel took the whole picture and its wake failed.';

/**
 * Answers a panel that asks what to show. Each request is a connection of its own on the panel link: it says what is on
 * the screen, which confirms, then the next queue entry is published where that is allowed.
 * @throws {AppError} `authentication_failed` when the key has been replaced meanwhile; whatever the database and the
 * store throw
 */
export function createPollPanel({ context, link, records, pictures, receipts }: PollDeps) {
  const { clock } = context;
  const processId = newId();
  const readPanel = pollingPanelReader(context);
  const publishAndRead = createPublishingReader(context, readPanel);

  return async (poll: Poll): Promise<PollAnswer> => {
    const { about } = poll;
    const deviceId = poll.panel.id;
    const isBehind = await receipts.settled(deviceId);
    const panel = (isBehind && (await records.byHardwareId(poll.panel.hardwareId))) || poll.panel;
    const epoch = await link.connected(deviceId, processId, poll.credential);
    const judgement = judgeShown(panel, poll.signs);
    if (judgement === 'failed') await reportFailed(epoch, panel);
    await link.heartbeat(deviceId, epoch, { ...about, shown: shownBy(panel, judgement) });
    await keepSize(panel, poll.size);
    if (poll.isPressed) await pressButton(context, { ...panel, displayId: deviceId });
    const view = await viewOf(deviceId, epoch);
    const frame = view && wantedFrame(view, panel.lastAnswer);
    const claimCode = view?.userId ? null : (view?.claim?.code ?? null);
    if (!frame) return { picture: null, seconds: SOON_SECONDS, claimCode };
    const now = clock.now();
    const sources = {
      pictureOf: pictures,
      epochOf: async (drawn: WantedFrame) =>
        (await firstDrawn(drawn)) - (poll.backdatesNames ? BACKDATED_SECONDS : 0),
    };
    const isPaintedOver = poll.remembersLastName === true && mayShowError(panel, now);
    const naming = await namePicture(panel, frame, poll.encoding, judgement, sources, isPaintedOver);
    const { seconds, reason } = nextPoll(context, view, panel.pollSeconds, poll.times);
    const lastAnswer = {
      ...naming,
      at: now,
      seconds,
      reason,
      commandId: newId(),
      frameId: frame.frameId,
      isPage: frame.isPage,
      frameSha256: frame.sha256,
      sleptSeconds: poll.signs.refreshRate ?? null,
      since: panel.lastAnswer?.picture === naming.picture ? panel.lastAnswer.since : now,
    };
    await records.record(deviceId, epoch, lastAnswer, addSeconds(now, seconds + GRACE_SECONDS));
    const { frameId, picture: name, encoding, commandId } = lastAnswer;
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

  /** The panel, once the page about it is drawn: it cannot wait for its next wake to be shown its code. */
  async function viewOf(deviceId: string, epoch: number): Promise<PanelView | null> {
    const view = await publishAndRead({ deviceId, epoch });
    if (!view || view.frame || view.page) return view;
    await drawPages(context, deviceId);
    return readPanel({ deviceId, epoch }); // also when a worker was quicker
  }

  /** A panel that was enrolled without its size says it when it asks. */
  async function keepSize(
    panel: PollingPanel,
    { width, height }: NonNullable<Poll['size']> = {},
  ): Promise<void> {
    if (!width || !height || (width === panel.width && height === panel.height)) return;
    await Device.query(context.db).findById(panel.id).patch({ width, height });
  }

  async function reportFailed(epoch: number, { id, lastAnswer }: PollingPanel): Promise<void> {
    if (!lastAnswer || lastAnswer.isPage) return;
    await link.confirm(id, epoch, {
      commandId: lastAnswer.commandId,
      presentationId: lastAnswer.frameId,
      sha256: lastAnswer.frameSha256,
      error: COULD_NOT_SHOW,
      cause: 'show',
    });
  }
}

/**
 * What the panel shows: what it was sent last, or else what it reported before, unless it has been sent another picture
 * since: then it may show either.
 */
function shownBy({ lastAnswer, reportedPresentationId, reportedSha256 }: PollingPanel, judgement: Judgement) {
  if (!lastAnswer) return { presentationId: reportedPresentationId, sha256: reportedSha256 };
  const presentationId = lastAnswer.isPage ? null : lastAnswer.frameId;
  const isReported = presentationId === reportedPresentationId && lastAnswer.frameSha256 === reportedSha256;
  return judgement === 'shown' || isReported
    ? { presentationId, sha256: lastAnswer.frameSha256 }
    : { presentationId: null, sha256: null };
}

/**
 * The wanted picture, else the page for the panel's ownership. A picture that was removed stays on the screen until
 * another one comes: the panel is sent it again.
 */
function wantedFrame(
  { frame, wantedPresentationId, page }: PanelView,
  lastAnswer: LastAnswer | null,
): WantedFrame | null {
  if (frame && wantedPresentationId)
    return { frameId: wantedPresentationId, isPage: false, sha256: frame.sha256 };
  if (wantedPresentationId && lastAnswer?.frameId === wantedPresentationId)
    return { frameId: lastAnswer.frameId, isPage: false, sha256: lastAnswer.frameSha256 };
  return page && { frameId: page.id, isPage: true, sha256: page.sha256 };
}

/** Draws what waits to be drawn about a panel, as a worker would: doing so twice has one effect. */
export async function drawPages(context: DisplayContext, deviceId: string): Promise<void> {
  const tasks = await RenderTask.query(context.db)
    .where({ kind: 'system_page', state: 'waiting' })
    .whereIn('system_frame_id', SystemFrame.query(context.db).where({ device_id: deviceId }).select('id'))
    .select('id');
  for (const { id } of tasks) await runRenderTask(context, id, false);
}
