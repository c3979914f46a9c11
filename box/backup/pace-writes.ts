import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '#shared/clock.ts';
import { syncAtOnce } from './sync-file-system.ts';

/** A backup syncs after this number of bytes, which a disk writes in a tenth of a second. */
const PACE_BYTES = 32 * 2 ** 20;
/** The same while other programs work: a commit of Postgres waits for the writes under way. */
const SHARED_PACE_BYTES = 4 * 2 ** 20;
/** While other programs work, a backup pauses this many times as long as its writes took. */
const PAUSE_FACTOR = 3;
/** Other programs work when they take this share of the processors, at normal priority. */
const BUSY_SHARE = 0.05;
const MEASURE_EVERY_MS = 200;

/**
 * Spreads the writes of many files evenly, and slows them down while other programs work. Gigabytes that are synced in one
 * go at the end would hold up every commit of Postgres on the same disk for seconds. Returns a function to call after
 * each file, with its size in bytes.
 */
export function paceWrites(folder: string): (bytes: number) => Promise<void> {
  const isBusy = watchOthers();
  let waiting = 0;
  let syncing = Promise.resolve();
  return async (bytes) => {
    waiting += bytes;
    const shared = isBusy();
    if (waiting < (shared ? SHARED_PACE_BYTES : PACE_BYTES)) return;
    waiting = 0;
    await syncing;
    const began = monotonicMs();
    syncing = syncAtOnce(folder).catch(() => {}); // where there is no `sync`, the backup is synced at its end
    if (!shared) return;
    await syncing;
    await pause(PAUSE_FACTOR * (monotonicMs() - began));
  };
}

/** Returns a function that returns whether other programs work. A backup does not count: its low priority is "nice" time. */
function watchOthers(): () => boolean {
  let last = processorTimes();
  let measuredAt = monotonicMs();
  let isBusy = false;
  return () => {
    if (monotonicMs() - measuredAt < MEASURE_EVERY_MS) return isBusy;
    const now = processorTimes();
    isBusy = now.user - last.user > BUSY_SHARE * (now.all - last.all);
    last = now;
    measuredAt = monotonicMs();
    return isBusy;
  };
}

/** Milliseconds of all processors since the system began. */
function processorTimes(): { user: number; all: number } {
  const times = cpus().map((one) => one.times);
  const user = times.reduce((sum, one) => sum + one.user, 0);
  return {
    user,
    all: times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.idle + one.irq, 0),
  };
}
