import { presentOwnContent } from '../contents/present-content.ts';
import { readContent } from '../contents/read-content.ts';
import type { LibraryContext } from '../context.ts';
import type { PushResult } from './push-content.ts';
import type { PushWaiters } from './push-waiters.ts';

/** Final states of a presentation. */
const FINAL_PRESENTATION_STATES = ['confirmed', 'failed', 'expired'];

export interface PushWait {
  userId: string;
  contentId: string;
  seconds: number;
  signal: AbortSignal;
  /** Whether the result ends the wait. By default `isPushOver`: the result is final. */
  isEnough?: (result: PushResult) => boolean;
}

/**
 * Returns the result of a push as soon as `isEnough` accepts it. Otherwise returns the result so far: after `seconds`, when the
 * caller disconnects, or when this process shuts down.
 */
export async function waitForPush(
  context: LibraryContext,
  waiters: PushWaiters,
  { userId, contentId, seconds, signal, isEnough = isPushOver }: PushWait,
): Promise<PushResult> {
  const limit = waiters.limit(seconds, signal);
  for (;;) {
    // Wait first, then read, so that no change between the two is missed.
    const changed = waiters.change(userId, limit);
    const result = await readPushResult(context, { userId, contentId });
    if (isEnough(result) || limit.aborted) return result;
    await changed;
  }
}

async function readPushResult(
  context: LibraryContext,
  own: { userId: string; contentId: string },
): Promise<PushResult> {
  const view = await readContent(context.db, own);
  const presentations = await context.display.presentationsOf(
    context.db,
    own.userId,
    view.content.presentationIds,
  );
  return { content: presentOwnContent(view), presentations };
}

/** Whether every presentation is confirmed, failed or expired, or the Content has failed. */
export function isPushOver({ content, presentations }: PushResult): boolean {
  if (content.state === 'failed') return true;
  if (presentations.length === 0) return content.state === 'ready';
  return presentations.every(({ state }) => FINAL_PRESENTATION_STATES.includes(state));
}
