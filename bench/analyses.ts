import { benchFairness } from './analyses-fairness.ts';
import { benchPages } from './analyses-pages.ts';
import { benchPushes } from './analyses-pushes.ts';
import { benchStreams } from './analyses-streams.ts';
import type { Row } from './imaging-row.ts';

/**
 * The time that an analysis adds to a push, and how many analyses and many readers of their events affect each other.
 */
export async function benchAnalyses(): Promise<Row[]> {
  return [
    ...(await benchPushes()),
    ...(await benchPages()),
    ...(await benchStreams()),
    ...(await benchFairness()),
  ];
}

if (import.meta.main) {
  for (const { name, ours, unit, goal } of await benchAnalyses()) {
    const verdict = goal === null ? '' : `(goal ${goal}: ${ours <= goal ? 'met' : 'MISSED'})`;
    console.log(`${name}: ${ours.toFixed(1)} ${unit} ${verdict}`);
  }
}
