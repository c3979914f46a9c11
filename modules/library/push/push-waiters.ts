import { channels } from '#shared/db/channels.ts';
import type { LibraryContext } from '../context.ts';
import type { Notifications } from '../streams/notifications.ts';

/** A waiting request reads again after this time, because a notification may be lost. */
const RECHECK_MS = 2_000;
/** States of contents and presentations that may end a push. */
const FINAL_STATES = ['ready', 'confirmed', 'failed', 'expired'];

/** Requests of this process that wait for contents or presentations of a user. */
export interface PushWaiters {
  /** Resolves when a content or presentation of the user may have ended, after two seconds, or when `signal` aborts. */
  change(userId: string, signal: AbortSignal): Promise<void>;
}

export function createPushWaiters({ log }: Pick<LibraryContext, 'log'>, notices: Notifications): PushWaiters {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (userId: string) => {
    for (const resolve of waiting.get(userId) ?? []) resolve();
  };
  notices.subscribe({
    channels: {
      [channels.userChanged](payload) {
        const [userId = '', state = ''] = payload.split(' ');
        if (FINAL_STATES.includes(state)) wake(userId);
      },
      [channels.previewEnded]: wake,
    },
    onConnect() {
      for (const userId of waiting.keys()) wake(userId);
    },
  });

  return {
    async change(userId, signal) {
      void notices
        .listening()
        .catch((error) => log.warn({ err: error }, 'pushes wait without notifications'));
      if (signal.aborted) return;
      await new Promise<void>((resolve) => {
        const own = waiting.get(userId) ?? new Set();
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          own.delete(done);
          if (own.size === 0 && waiting.get(userId) === own) waiting.delete(userId);
          resolve();
        };
        const timer = setTimeout(done, RECHECK_MS);
        signal.addEventListener('abort', done);
        waiting.set(userId, own.add(done));
      });
    },
  };
}
