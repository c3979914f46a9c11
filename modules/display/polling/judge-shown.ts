import type { LastResponse, PollingPanel } from './polling-panel.ts';

/** What a request reveals about the picture of the previous response. */
export interface ShownEvidence {
  /** `Image-Cached`: whether the panel took it from its flash. Absent from firmware before 1.8.5. */
  imageCached?: boolean | undefined;
  /** `Refresh-Rate`: for how long the panel has slept. */
  refreshRate?: number | undefined;
  /** The command that a script has drawn. */
  drawnCommandId?: string | undefined;
}

/** Seconds for which firmware sleeps after each of several failed wakes. */
export const RETRY_SECONDS = [15, 30, 60];

/**
 * `shown`: the last picture is on the panel's screen. `failed`: the panel received it completely and could not show it.
 * `unknown`: neither is certain.
 */
export type Judgement = 'shown' | 'failed' | 'unknown';

/**
 * A picture counts as shown only if all of its bytes have arrived: in this download, in an earlier one of the same bytes, or
 * in a download that has begun and that the panel reports as complete.
 */
export function judgeShown(panel: PollingPanel, evidence: ShownEvidence): Judgement {
  const { lastResponse, sentPicture, sentAt, begunPicture } = panel;
  if (!lastResponse || panel.hasFailed) return 'unknown';
  if (evidence.drawnCommandId === lastResponse.commandId) return 'shown';
  const { imageCached } = evidence;
  const isSent = sentPicture === lastResponse.picture;
  const isSentNow = isSent && sentAt !== null && sentAt >= lastResponse.since;
  if (hasFailed(lastResponse, evidence.refreshRate)) return isSentNow ? 'failed' : 'unknown';
  if (imageCached === undefined) return isSent ? 'shown' : 'unknown';
  const isInFlash = imageCached && (isSent || begunPicture === lastResponse.picture);
  return isSentNow || isInFlash ? 'shown' : 'unknown';
}

/** Whether the panel has slept as after a failed wake: 15 s, then 30, then 60. A panel may have slept 60 s for another reason. */
function hasFailed({ seconds, sleptSeconds }: LastResponse, refreshRate: number | undefined): boolean {
  const [first, second, third] = RETRY_SECONDS;
  if (refreshRate === undefined || refreshRate === seconds) return false;
  return (
    refreshRate === first || refreshRate === second || (refreshRate === third && sleptSeconds === second)
  );
}
