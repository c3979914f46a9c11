import { readdirSync, readFileSync } from 'node:fs';
import { stat } from '../gateway/process-figures.ts';

/** The running processes among this process and its descendants. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = nullIfEnded(() => stat(Number(name)).parent);
    if (parent !== null) parents.set(Number(name), parent);
  }
  const tree = [root];
  for (let at = 0; at < tree.length; at++)
    for (const [pid, parent] of parents) if (parent === tree[at]) tree.push(pid);
  return tree;
}

/** CPU milliseconds that the processes and their ended children have used. */
export function cpuMsOf(pids: number[]): number {
  return sum(pids, (pid) => {
    const { own, ended } = stat(pid);
    return own + ended;
  });
}

/** Memory of the processes in bytes: a page that several share counts once (PSS, proc(5)). */
export function proportionalBytesOf(pids: number[]): number {
  return sum(pids, (pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024;
  });
}

function sum(pids: number[], read: (pid: number) => number): number {
  let total = 0;
  for (const pid of pids) total += nullIfEnded(() => read(pid)) ?? 0;
  return total;
}

function nullIfEnded<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null; // ended meanwhile
  }
}
