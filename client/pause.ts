/** Milliseconds before retry number `tried`, which counts from 0: doubled with each, and never more than `longestMs`. */
export function backOffMs(tried: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** tried, longestMs);
}

/** Resolves after `ms`. Rejects with the signal's reason when it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
