import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Milliseconds of a jiffy, the unit of /proc: USER_HZ is 100 on every Linux. */
const TICK_MS = 10;

interface Stat {
  parent: number;
  /** User and system time of all its threads in ms, and that of its ended children. */
  own: number;
  ended: number;
}

/** CPU milliseconds that a process has used so far, all threads counted. */
export function cpuMs(pid: number): number {
  return stat(pid).own;
}

/** The same for a process with all its children, those that have ended included. */
export function cpuMsWithChildren(pid: number): number {
  const { own, ended } = stat(pid);
  let sum = own + ended;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const child = tryStat(Number(name));
    if (child?.parent === pid) sum += child.own;
  }
  return sum;
}

export function residentBytes(pid: number): number {
  return statusBytes(pid, 'VmRSS');
}

/** The highest resident memory since `forgetPeak`. */
export function peakBytes(pid: number): number {
  return statusBytes(pid, 'VmHWM');
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5'); // proc(5): sets the peak to the present resident memory
}

/** The running child processes of a process. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return text ? text.split(' ').map(Number) : [];
}

/** Files that a process may hold open, connections included: Node raises the soft limit to the hard one. */
export function openFileLimit(): number {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
  return Number(soft);
}

function statusBytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

/** Fields as in proc(5). The name of the program may contain any character and ends with the last bracket. */
export function stat(pid: number): Stat {
  const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15) as [number, number, number, number];
  return {
    parent: fields[1] as number,
    own: (user + system) * TICK_MS,
    ended: (endedUser + endedSystem) * TICK_MS,
  };
}

function tryStat(pid: number): Stat | null {
  try {
    return stat(pid);
  } catch {
    return null; // ended meanwhile
  }
}
