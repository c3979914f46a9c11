import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The test files that take longest, the longest first, as a run prints them at its end. The run starts with them, so that
 * no long one is left alone at the end. The order decides nothing but the time.
 */
const SLOWEST = [
  'portal/portal',
  'modules/library/planners/linear-time',
  'e2e/crash',
  'gateway/embedded/hostile-thousands',
  'gateway/reconciliation',
  'client/cli-wall',
  'worker/extract/abuse',
  'e2e/plan-crash',
  'box/backup/backup',
  'box/box',
  'modules/display/trmnl/outage',
  'modules/library/entitlements/killed',
  'modules/library/analyses/killed',
  'e2e/billing',
  'gateway/several-gateways',
  'box/postgres',
  'arch/boundaries',
  'modules/library/analyses/fairness',
  'gateway/simulator/sleeping',
  'modules/display/trmnl/proof',
  'modules/display/trmnl/power-cuts',
  'worker/layout/linear-time',
  'worker/extract/papers',
  'worker/extract/asset',
  'e2e/llm',
  'mcp/tools',
  'client/package',
].map((name) => `test/${name}.test.ts`);

const root = join(import.meta.dirname, '../..');
for (const file of SLOWEST)
  if (!existsSync(join(root, file)))
    throw new Error(`${file} of ${import.meta.filename} is no test file any more.`);

const places = new Map(SLOWEST.map((file, place) => [join(root, file), place]));
const placeOf = (file: string) => places.get(file) ?? SLOWEST.length;

/** Compares the paths of two test files for the order in which they start. */
export function slowestFirst(one: string, other: string): number {
  return placeOf(one) - placeOf(other);
}
