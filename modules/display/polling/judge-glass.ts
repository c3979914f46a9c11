import type { PollingPanel } from './poll-record.ts';

/** What a request says about the picture that the answer before it named. */
export interface GlassSigns {
  /** `Image-Cached`: whether the panel took it from its flash. Absent from firmware before 1.8.5. */
  imageCached?: boolean | undefined;
  /** `Refresh-Rate`: for how long the panel has slept. */
  refreshRate?: number | undefined;
  /** The command that a script has drawn. */
  drawnCommandId?: string | undefined;
}

/** Firmware sleeps for so long after a wake that failed, and again after a second one. */
const RETRY_SECONDS = [15, 30];

/**
 * `shown`: the picture that the panel was told last is on its glass. `failed`: it had all of it and could not show it.
 * `unknown`: neither is certain.
 */
export type Judgement = 'shown' | 'failed' | 'unknown';

/**
 * A picture counts as shown only where all of its bytes are known to have arrived: in this download, in an earlier one
 * of the same bytes, or, by the panel's word, in one that has begun at least.
 */
export function judgeGlass(panel: PollingPanel, signs: GlassSigns): Judgement {
  const { told, sentPicture, sentAt, begunPicture } = panel;
  if (!told || panel.hasFailed) return 'unknown';
  if (signs.drawnCommandId === told.commandId) return 'shown';
  const { imageCached, refreshRate } = signs;
  const isSent = sentPicture === told.picture;
  const isSentNow = isSent && sentAt !== null && sentAt >= told.since;
  if (refreshRate !== told.seconds && RETRY_SECONDS.includes(refreshRate ?? 0))
    return isSentNow ? 'failed' : 'unknown';
  if (imageCached === undefined) return isSent ? 'shown' : 'unknown';
  return isSentNow || (imageCached && begunPicture === told.picture) ? 'shown' : 'unknown';
}
