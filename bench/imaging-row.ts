import { setImmediate } from 'node:timers/promises';

/** One comparison of a bench: what is measured, both figures, and how far ours may be of theirs. */
export interface Row {
  name: string;
  /** Both in `unit`; `theirs` is null for an absolute goal, or when the other side could not be run. */
  ours: number;
  theirs: number | null;
  unit: string;
  ratio: number | null;
  /** The ratio (or, with `theirs` null, the figure) not to exceed; null if only for information. */
  goal: number | null;
  /** The goal is for our own figure to reach, whatever the other one is. */
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
 * Median CPU milliseconds of a call, all threads counted, after one to warm up. CPU and not elapsed time, because
 * the machine may have other work.
 */
export async function timeCalls(times: number, call: () => unknown): Promise<number> {
  await call();
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
    // As between two jobs: memory that only an idle loop frees is freed.
    await setImmediate();
  }
  return median(taken);
}
