import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '../ids.ts';

/** Folder below the root of the store. Keys contain no tilde. */
export const TEMPORARY_FOLDER = '~temporary';

/** No write takes this long: older files belong to a process that died. */
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
