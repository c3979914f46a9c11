import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A folder that only we may enter, with the folders above it that are missing. Node's own `recursive` reports a
 * read-only file system as a missing folder, and never returns below /proc.
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makePrivateFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  }
}
