import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder that only this user may enter, with missing folders above it. Node's option `recursive` reports a
 * read-only file system as a missing folder, and does not return below /proc.
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
