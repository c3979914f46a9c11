import { addSeconds } from '#shared/clock.ts';
import { type Encoding, encodingText } from './encoding.ts';
import type { Judgement } from './judge-shown.ts';
import type { Picture } from './make-picture.ts';
import { pictureName } from './picture-name.ts';
import type { LastAnswer, PollingPanel } from './poll-record.ts';

/** The frame that a panel should show. */
export interface WantedFrame {
  frameId: string;
  isPage: boolean;
  /** Of the frame in the panel's format. */
  sha256: string;
}

export type Naming = Pick<LastAnswer, 'encoding' | 'picture' | 'repeats' | 'salt'>;

interface Sources {
  pictureOf: (frameId: string, encoding: Encoding) => Promise<Picture>;
  /** The time in the name of a frame's picture, in Unix seconds. */
  epochOf: (frame: WantedFrame) => Promise<number>;
}

/** Firmware sleeps for so long after the fourth wake that failed in a row, with which it paints an error. */
const AFTER_ERROR_SECONDS = 900;
/** Answers that name a picture which a panel does not prove, before it gets another name: after a download, without one. */
const MAX_REPEATS = 3;
const MAX_REPEATS_UNSEEN = 6;

/**
 * The name by which a panel is sent a frame. The bytes are only looked at when it is another one than before. When the
 * proof that a panel has a picture was lost (the server died just then), the picture gets a new name: so the panel
 * downloads it again. So it does when an error may have been painted over it: see `mayShowError`.
 */
export async function namePicture(
  panel: Pick<PollingPanel, 'lastAnswer' | 'begunPicture' | 'pendingPresentationId'>,
  frame: WantedFrame,
  wanted: Encoding,
  judgement: Judgement,
  { pictureOf, epochOf }: Sources,
  isPaintedOver: boolean,
): Promise<Naming> {
  const { lastAnswer } = panel;
  const encoding = encodingText(wanted);
  const isSame = lastAnswer?.frameId === frame.frameId && lastAnswer.encoding === encoding;
  const isStuck =
    isSame &&
    judgement === 'unknown' &&
    lastAnswer.repeats >= (panel.begunPicture === lastAnswer.picture ? MAX_REPEATS : MAX_REPEATS_UNSEEN) &&
    panel.pendingPresentationId === frame.frameId;
  const isNamedAnew = isStuck || isPaintedOver;
  if (isSame && !isNamedAnew)
    return { encoding, picture: lastAnswer.picture, salt: lastAnswer.salt, repeats: lastAnswer.repeats + 1 };
  const salt = lastAnswer?.frameSha256 === frame.sha256 ? lastAnswer.salt + (isNamedAnew ? 1 : 0) : 0;
  const { bytes } = await pictureOf(frame.frameId, wanted);
  const epoch = await epochOf(frame);
  return { encoding, picture: pictureName(bytes, salt, epoch), salt, repeats: 0 };
}

/**
 * Whether a panel that draws no name twice in a row may have painted an error over its picture: it stayed away for so long
 * that four wakes may have failed.
 */
export function mayShowError({ lastAnswer }: Pick<PollingPanel, 'lastAnswer'>, now: Date): boolean {
  return lastAnswer !== null && addSeconds(lastAnswer.at, lastAnswer.seconds + AFTER_ERROR_SECONDS) <= now;
}
