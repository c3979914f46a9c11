import { addSeconds } from '#shared/clock.ts';
import { type Encoding, encodingText } from './encoding.ts';
import type { Judgement } from './judge-shown.ts';
import type { Picture } from './make-picture.ts';
import { pictureName } from './picture-name.ts';
import type { LastResponse, PollingPanel } from './polling-panel.ts';

/** The wanted frame of a panel. */
export interface WantedFrame {
  frameId: string;
  isPage: boolean;
  /** Hash of the frame in the panel's format. */
  sha256: string;
}

export type PictureNaming = Pick<LastResponse, 'encoding' | 'picture' | 'repeats' | 'salt'>;

interface Sources {
  pictureOf: (frameId: string, encoding: Encoding) => Promise<Picture>;
  /** The time in the name of a frame's picture, in Unix seconds. */
  epochOf: (frame: WantedFrame) => Promise<number>;
}

/** Firmware sleeps for this time after the fourth failed wake in a row, when it draws an error. */
const AFTER_ERROR_SECONDS = 900;
/** Responses with an unproven picture before it gets another name: after a download, and without one. */
const MAX_REPEATS = 3;
const MAX_REPEATS_UNSEEN = 6;

/**
 * Chooses the name of a frame's picture for a panel. The bytes are read only if the frame has changed. If the proof that the
 * panel has the picture was lost, for example in a crash of the server, the picture gets a new name, so that the panel
 * downloads it again. The same is done if the panel may have drawn an error over it: see `mayShowError`.
 */
export async function namePicture(
  panel: Pick<PollingPanel, 'lastResponse' | 'begunPicture' | 'pendingPresentationId'>,
  frame: WantedFrame,
  wanted: Encoding,
  judgement: Judgement,
  { pictureOf, epochOf }: Sources,
  isPaintedOver: boolean,
): Promise<PictureNaming> {
  const { lastResponse } = panel;
  const encoding = encodingText(wanted);
  const isSame = lastResponse?.frameId === frame.frameId && lastResponse.encoding === encoding;
  const isStuck =
    isSame &&
    judgement === 'unknown' &&
    lastResponse.repeats >=
      (panel.begunPicture === lastResponse.picture ? MAX_REPEATS : MAX_REPEATS_UNSEEN) &&
    panel.pendingPresentationId === frame.frameId;
  const isNamedAnew = isStuck || isPaintedOver;
  if (isSame && !isNamedAnew)
    return {
      encoding,
      picture: lastResponse.picture,
      salt: lastResponse.salt,
      repeats: lastResponse.repeats + 1,
    };
  const salt = lastResponse?.frameSha256 === frame.sha256 ? lastResponse.salt + (isNamedAnew ? 1 : 0) : 0;
  const { bytes } = await pictureOf(frame.frameId, wanted);
  const epoch = await epochOf(frame);
  return { encoding, picture: pictureName(bytes, salt, epoch), salt, repeats: 0 };
}

/**
 * Whether a panel may have drawn an error over its picture: it has not polled for so long that four wakes may have failed.
 * Such a panel does not draw the same name twice in a row.
 */
export function mayShowError({ lastResponse }: Pick<PollingPanel, 'lastResponse'>, now: Date): boolean {
  return (
    lastResponse !== null && addSeconds(lastResponse.at, lastResponse.seconds + AFTER_ERROR_SECONDS) <= now
  );
}
