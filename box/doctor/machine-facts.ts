import { existsSync, readFileSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import { openFileLimit } from '#shared/open-file-limit.ts';

export interface MachineFacts {
  /** Free and total memory in bytes; that of the container if it has a limit. */
  memory: { available: number; total: number };
  /** Files that a process may hold open. */
  openFiles: number;
  /** Numeric user id; null where there is none. */
  uid: number | null;
  nodeMajor: number;
}

export function machineFacts(): MachineFacts {
  return {
    memory: memory(),
    openFiles: openFileLimit(),
    uid: process.getuid?.() ?? null,
    nodeMajor: Number(process.versions.node.split('.')[0]),
  };
}

function memory(): MachineFacts['memory'] {
  const machine = { available: availableMemory(), total: totalmem() };
  const limit = containerNumber('/sys/fs/cgroup/memory.max');
  const used = containerNumber('/sys/fs/cgroup/memory.current');
  if (limit === null || used === null || limit > machine.total) return machine;
  return { available: Math.min(machine.available, limit - used), total: limit };
}

/** On Linux, memory that can be freed counts as available. */
function availableMemory(): number {
  if (!existsSync('/proc/meminfo')) return freemem();
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return kilobytes ? Number(kilobytes) * 1024 : freemem();
}

/** Null if the file does not exist or contains `max`. */
function containerNumber(file: string): number | null {
  if (!existsSync(file)) return null;
  const value = Number(readFileSync(file, 'utf8'));
  return Number.isFinite(value) ? value : null;
}
