/** A counting semaphore: at most `count` holders at once; others wait in order. */
export interface Slots {
  /** Resolves with the function that releases the slot. */
  take(): Promise<() => void>;
  /** Refuses waiting and later callers, and resolves when the last holder has released its slot. */
  close(): Promise<void>;
}

export function createSlots(count: number): Slots {
  const waiting: { resolve: (release: () => void) => void; reject: (error: Error) => void }[] = [];
  let held = 0;
  let closed: { promise: Promise<void>; resolve: () => void } | undefined;

  function release(): void {
    held--;
    const next = waiting.shift();
    if (next) grant(next.resolve);
    else if (held === 0) closed?.resolve();
  }

  function grant(resolve: (release: () => void) => void): void {
    held++;
    resolve(release);
  }

  return {
    take() {
      return new Promise((resolve, reject) => {
        if (closed) reject(new Error('closed'));
        else if (held < count) grant(resolve);
        else waiting.push({ resolve, reject });
      });
    },
    close() {
      closed ??= Promise.withResolvers<void>();
      for (const { reject } of waiting.splice(0)) reject(new Error('closed'));
      if (held === 0) closed.resolve();
      return closed.promise;
    },
  };
}
