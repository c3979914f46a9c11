import { setTimeout as pause } from 'node:timers/promises';

/** Well below the 15 s for which firmware waits. */
const RESPONSE_TIMEOUT_MS = 6_000;

/**
 * Returns the result of `work` if it is ready before the panel times out. A later result is dropped.
 * @throws after 6 s, and the errors of `work`
 */
export async function withResponseTimeout<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const timeout = pause(RESPONSE_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no response within ${RESPONSE_TIMEOUT_MS} ms`);
  });
  timeout.catch(() => {});
  work.catch(() => {});
  return Promise.race([work, timeout]).finally(() => timer.abort());
}
