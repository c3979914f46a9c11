/** Callers that wait until something of a key, such as a user's id, may have changed. */
export interface Waiters {
  /** True when `wake` was called for the key; false after `ms`, or when `signal` aborts. */
  wait(key: string, ms: number, signal: AbortSignal): Promise<boolean>;
  /** How many wait for the key. */
  count(key: string): number;
  wake(key: string): void;
  wakeAll(): void;
}

export function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (key: string) => {
    for (const done of waiting.get(key) ?? []) done();
  };
  return {
    count: (key) => waiting.get(key)?.size ?? 0,
    wake,
    wakeAll() {
      for (const key of waiting.keys()) wake(key);
    },
    wait(key, ms, signal) {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const own = waiting.get(key) ?? new Set();
        const end = (isWoken: boolean) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          own.delete(done);
          if (own.size === 0 && waiting.get(key) === own) waiting.delete(key);
          resolve(isWoken);
        };
        const done = () => end(true);
        const giveUp = () => end(false);
        const timer = setTimeout(giveUp, ms);
        signal.addEventListener('abort', giveUp);
        waiting.set(key, own.add(done));
      });
    },
  };
}
