import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '#shared/clock.ts';
import { syncAtOnce } from './sync-file-system.ts';

/** Bytes that wait for the disk at most while a backup copies: a disk writes them in a tenth of a second. */
const PACE_BYTES = 32 * 2 ** 20;
/** The same while others work: a commit of Postgres waits for what is being written. */
const SHARED_PACE_BYTES = 4 * 2 ** 20;
/** While others work, a backup rests for so many times as long as its writes took. */
const RESTS = 3;
/** Others work when they take so much of the processors, at the priority of usual programs. */
const BUSY_SHARE = 0.05;
const LOOK_MS = 200;

/**
 * Spreads the writes of many files over the time in which they are made, and over more of it while others work. Gigabytes
 * that are written in one go at the end hold up every commit of Postgres on the same disk for seconds. Returns what is
 * called after each file, with its bytes.
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
    syncing = syncAtOnce(folder).catch(() => {}); // without `sync` the end makes all of it durable
    if (!shared) return;
    await syncing;
    await pause(RESTS * (monotonicMs() - began));
  };
}

/** Returns what says whether other programs work: a backup, which gives itself the lowest priority, is counted apart. */
function watchOthers(): () => boolean {
  let last = processorTimes();
  let lookedAt = monotonicMs();
  let busy = false;
  return () => {
    if (monotonicMs() - lookedAt < LOOK_MS) return busy;
    const now = processorTimes();
    busy = now.user - last.user > BUSY_SHARE * (now.all - last.all);
    last = now;
    lookedAt = monotonicMs();
    return busy;
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
