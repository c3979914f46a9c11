import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const KEY = 'placard: done once per process';
const [FRESH, UNDER_WAY, DONE] = [0, 1, 2];
/** Milliseconds after which the thread that began counts as dead. The work takes microseconds. */
const WAIT_MS = 5_000;

/** Shares the state of `oncePerProcess` with threads that are started later. Call it before starting any. */
export function shareOncePerProcess(): Int32Array {
  const shared = getEnvironmentData(KEY) as SharedArrayBuffer | undefined;
  if (shared) return new Int32Array(shared);
  const made = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  setEnvironmentData(KEY, made);
  return new Int32Array(made);
}

/**
 * Does synchronous work unless another thread of this process has done it; waits for one that is doing it. For settings
 * of native libraries, which hold for the whole process: while they change, other threads may be using the library.
 */
export function oncePerProcess(work: () => void): void {
  const state = shareOncePerProcess();
  if (Atomics.compareExchange(state, 0, FRESH!, UNDER_WAY!) !== FRESH) {
    while (Atomics.load(state, 0) === UNDER_WAY)
      if (Atomics.wait(state, 0, UNDER_WAY!, WAIT_MS) === 'timed-out') break;
    if (Atomics.load(state, 0) === DONE) return;
  }
  work();
  Atomics.store(state, 0, DONE!);
  Atomics.notify(state, 0);
}
