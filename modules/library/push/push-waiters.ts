import { channels } from '#shared/db/channels.ts';
import type { Notifications } from '#shared/db/notifications.ts';
import { createWaiters } from '#shared/waiters.ts';
import type { LibraryContext } from '../context.ts';

/** A waiting request reads again after this time, because a notification may be lost. */
const RECHECK_MS = 2_000;
/** States of contents and presentations that may end a push. */
const FINAL_STATES = ['ready', 'confirmed', 'failed', 'expired'];

/** Requests of this process that wait for contents or presentations of a user. */
export interface PushWaiters {
  /** Resolves when a content or presentation of the user may have ended, after two seconds, or when `signal` aborts. */
  change(userId: string, signal: AbortSignal): Promise<void>;
  /** A limit of a wait: aborts after so many seconds, with `signal`, and when this process shuts down. */
  limit(seconds: number, signal: AbortSignal): AbortSignal;
}

export function createPushWaiters({ log }: Pick<LibraryContext, 'log'>, notices: Notifications): PushWaiters {
  const waiters = createWaiters();
  const closing = new AbortController();
  notices.subscribe({
    channels: {
      [channels.userChanged](payload) {
        const [userId = '', state = ''] = payload.split(' ');
        if (FINAL_STATES.includes(state)) waiters.wake(userId);
      },
      [channels.previewEnded]: waiters.wake,
    },
    onConnect: waiters.wakeAll,
    onClose: () => closing.abort(),
  });

  return {
    limit: (seconds, signal) =>
      AbortSignal.any([signal, closing.signal, AbortSignal.timeout(seconds * 1000)]),
    async change(userId, signal) {
      if (signal.aborted) return;
      void notices
        .listening()
        .catch((error) => log.warn({ err: error }, 'pushes wait without notifications'));
      await waiters.wait(userId, RECHECK_MS, signal);
    },
  };
}
