import { type FileHandle, lstat, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '../ids.ts';
import { StorageUnavailableError } from './unavailable.ts';

/** Folder below the root of the store. Keys contain no tilde. */
export const TEMPORARY_FOLDER = '~temporary';

/** Every write takes less time than this, so older files belong to a process that died. */
const ABANDONED_MS = 3_600_000;

export interface TemporaryFile {
  path: string;
  handle: FileHandle;
  /** Closes and removes it. A file that was placed elsewhere stays. */
  discard(): Promise<void>;
}

/** Files that are being written, in the file system of the objects, so that a rename can place them. */
export interface TemporaryFiles {
  create(): Promise<TemporaryFile>;
  removeAbandoned(now: Date): Promise<void>;
}

export async function openTemporaryFiles(folder: string): Promise<TemporaryFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async create() {
      const path = join(folder, randomToken());
      const handle = await open(path, 'wx', 0o600);
      return {
        path,
        handle,
        async discard() {
          await handle.close();
          await rm(path, { force: true });
        },
      };
    },
    async removeAbandoned(now) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const facts = await stat(path).catch(() => null);
        if (facts && now.getTime() - facts.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
      }
    },
  };
}

/**
 * Creates a folder where other accounts of the machine can also create folders. In a folder or behind a link of another
 * account, that account could replace the files.
 * @throws {StorageUnavailableError} when the path exists and is not a folder that only this account can use
 */
export async function makeOwnFolder(path: string): Promise<string> {
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const facts = await lstat(path);
  const isOwn = facts.uid === (process.getuid?.() ?? facts.uid) && (facts.mode & 0o077) === 0;
  if (facts.isDirectory() && isOwn) return path;
  throw new StorageUnavailableError(
    new Error(`Other accounts can use ${path}, or it is not a folder: remove it.`),
  );
}
