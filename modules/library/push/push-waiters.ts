import { channels } from '#shared/db/channels.ts';
import { type Listener, listen } from '#shared/db/notify.ts';
import type { LibraryContext } from '../context.ts';

/** A notification may be lost: whoever waits looks by itself after so long. */
const LOOK_AGAIN_MS = 2_000;

/** Requests of this process that wait for something of a user's to change. */
export interface PushWaiters {
  /** Resolves when something of the user's may have changed, after two seconds, or when `signal` aborts. */
  change(userId: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** All waiting requests share one listening connection, opened with the first of them. */
export function createPushWaiters({ config, log }: Pick<LibraryContext, 'config' | 'log'>): PushWaiters {
  const waiting = new Map<string, Set<() => void>>();
  let listener: Promise<Listener> | undefined;

  const wake = (userId: string) => {
    for (const resolve of waiting.get(userId) ?? []) resolve();
  };
  function listening(): Promise<Listener> {
    listener ??= listen({
      url: config.DATABASE_URL,
      log,
      channels: { [channels.userChanged]: wake },
      onConnect: () => {
        for (const userId of waiting.keys()) wake(userId);
      },
    }).catch((error) => {
      listener = undefined;
      throw error;
    });
    return listener;
  }

  return {
    async change(userId, signal) {
      void listening().catch((error) => log.warn({ err: error }, 'pushes wait without notifications'));
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
        const timer = setTimeout(done, LOOK_AGAIN_MS);
        signal.addEventListener('abort', done);
        waiting.set(userId, own.add(done));
      });
    },
    async close() {
      for (const userId of waiting.keys()) wake(userId);
      await (await listener?.catch(() => undefined))?.close();
    },
  };
}
