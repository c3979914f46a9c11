import type { Row } from './imaging-row.ts';

/** A figure of ours alone. `goal`: not to exceed. */
export function single(name: string, unit: string, ours: number, goal: number | null): Row {
  return { name, ours, theirs: null, unit, ratio: null, goal };
}

/** The smallest value that a share (0 to 1) of them does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
