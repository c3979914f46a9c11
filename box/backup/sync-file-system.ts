import { execFile } from 'node:child_process';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Bytes that wait for the disk at most while a backup copies: a disk writes them in a tenth of a second. */
const PACE_BYTES = 32 * 2 ** 20;

/** Makes everything below a folder durable: with one call for its file system where there is `sync`, else file by file. */
export async function syncFileSystem(folder: string): Promise<void> {
  try {
    await syncAtOnce(folder);
  } catch {
    for (const name of await readdir(folder, { recursive: true })) {
      const file = await open(join(folder, name), 'r');
      await file.sync().finally(() => file.close());
    }
  }
}

/**
 * Spreads the writes of many files over the time in which they are made. Gigabytes that are written in one go at the end
 * hold up every commit of Postgres on the same disk for seconds. Returns what is called after each file, with its bytes.
 */
export function paceWrites(folder: string): (bytes: number) => Promise<void> {
  let waiting = 0;
  let syncing = Promise.resolve();
  return async (bytes) => {
    waiting += bytes;
    if (waiting < PACE_BYTES) return;
    waiting = 0;
    await syncing;
    syncing = syncAtOnce(folder).catch(() => {}); // without `sync` the end makes all of it durable
  };
}

async function syncAtOnce(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder]);
}
