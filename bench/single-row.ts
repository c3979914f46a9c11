import type { Row } from './imaging-row.ts';

/** A figure without a peer. `goal` is an upper limit. */
export function single(name: string, unit: string, ours: number, goal: number | null): Row {
  return { name, ours, theirs: null, unit, ratio: null, goal };
}

/** The smallest value that is not exceeded by this share (0 to 1) of the values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
