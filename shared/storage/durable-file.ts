import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { storageFullError } from '../storage-full.ts';

/** Objects are private: other users of the machine have no access. */
const FOLDER_MODE = 0o700;
const MAX_PLACE_ATTEMPTS = 5;

/** Creates `folder` and missing folders above it durably. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Makes the names in a folder durable: fsync(2). */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Moves a complete and synced file to its place by `rename` or `link`. A concurrent deletion may remove the empty folder,
 * so the folder is created again if necessary.
 */
export async function placeFile(
  from: string,
  to: string,
  place: (from: string, to: string) => Promise<void> = rename,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await makeFolder(dirname(to));
      await place(from, to);
      break;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || attempt === MAX_PLACE_ATTEMPTS) throw error;
    }
  }
  // If the folder was moved meanwhile, the process that moved it syncs it. If it was removed, so was the file.
  await nullIfMissing(syncFolder(dirname(to)));
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** SHA-256 of a file, lower-case hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Returns null if the file does not exist. */
export async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}

/** Runs `work`. @throws {StorageFullError} when the disk is full, over its quota, or read-only */
export async function reportDiskFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fullError = storageFullError(errorCode(error));
    throw fullError ? Object.assign(fullError, { cause: error }) : error;
  }
}
