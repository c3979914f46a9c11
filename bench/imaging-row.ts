import { setImmediate } from 'node:timers/promises';

/** One comparison: its name, both figures, and the goal. */
export interface Row {
  name: string;
  /** Both in `unit`. `theirs` is null for an absolute goal, or if the peer could not be run. */
  ours: number;
  theirs: number | null;
  unit: string;
  ratio: number | null;
  /** Upper limit of the ratio, or of the figure if `theirs` is null. Null: for information. */
  goal: number | null;
  /** The goal is a lower limit of our own figure. */
  atLeast?: boolean;
  note?: string;
}

export function compareRow(
  name: string,
  unit: string,
  ours: number,
  theirs: number,
  goal: number | null,
  note?: string,
): Row {
  return { name, ours, theirs, unit, ratio: ours / theirs, goal, ...(note && { note }) };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/**
 * Median CPU milliseconds of a call, of all threads, after one that warms up. Not elapsed time, because the machine
 * may have other work.
 */
export async function timeCalls(times: number, call: () => unknown): Promise<number> {
  await call();
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
    // Lets the event loop become idle, as between two jobs, which frees memory.
    await setImmediate();
  }
  return median(taken);
}
