import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '../ids.ts';

/** Below the root of the store; no key contains a tilde. */
export const TEMPORARY_FOLDER = '~temporary';

/** No write takes this long: what is older belongs to a process that died. */
const ABANDONED_MS = 3_600_000;

export interface TemporaryFile {
  path: string;
  handle: FileHandle;
  /** Closes and removes it; what was placed elsewhere by then stays. */
  discard(): Promise<void>;
}

/** Files under construction, in the same file system as the objects so that a rename can place them. */
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
