/**
 * Runs work with a signal that fires after `ms` or when `stop` does. It uses a timer of its own, because in Node 20 an
 * AbortSignal.timeout within AbortSignal.any is garbage-collected and never fires.
 */
export async function withTimeLimit<T>(
  ms: number,
  stop: AbortSignal,
  work: (over: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = () => limit.abort(stop.reason);
  const timer = setTimeout(() => limit.abort(new Error(`not within ${ms / 1000} s`)), ms);
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}
