import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

/** Whether this user may create a file system. */
export const canMount = () =>
  spawnSync('unshare', ['--mount', 'true']).status === 0 && process.getuid?.() === 0;

/** A separate file system of this size (`1m`) for one test. Needs `canMount`. */
export function smallDisk(t: ExecutionContext<unknown>, size: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'placard-full-'));
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  t.teardown(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

export function resizeDisk(folder: string, size: string): void {
  spawnSync('mount', ['-o', `remount,size=${size}`, folder]);
}
