import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';

/** True while the process runs. A zombie, which has ended and waits for its parent, does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' && !isZombie(pid);
  }
  return !isZombie(pid);
}

/**
 * True when `pid` is a running postmaster whose data folder is `folder` (a real path): process ids are
 * reused, so a running process is not enough.
 */
export function isPostmasterOf(pid: number, folder: string): boolean {
  if (!isRunning(pid)) return false;
  if (!existsSync('/proc/self/cwd')) {
    const command = ps(pid, 'command=');
    return command.includes('postgres') && command.includes(folder);
  }
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return readlinkSync(`/proc/${pid}/cwd`) === folder && name === 'postgres';
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  if (!existsSync('/proc/self/stat')) return ps(pid, 'stat=').startsWith('Z');
  return procStat(pid)[0] === 'Z';
}

/** The fields of /proc/<pid>/stat from the third (state) on; the second may itself contain blanks and brackets. */
function procStat(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}
