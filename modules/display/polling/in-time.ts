import { setTimeout as pause } from 'node:timers/promises';

/** Firmware waits for 15 s. */
const PATIENCE_MS = 6_000;

/**
 * What the database and the store give before a panel loses its patience. What comes later is dropped.
 * @throws after 6 s, and whatever the work throws
 */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const late = pause(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`no answer within ${PATIENCE_MS} ms`);
  });
  late.catch(() => {});
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => patience.abort());
}
