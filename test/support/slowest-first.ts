import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The slowest test files, slowest first, as printed at the end of a run. A run starts with them, so that no slow file
 * runs alone at the end. The order affects only the duration.
 */
const SLOWEST = [
  'portal/portal',
  'modules/library/planners/linear-time',
  'e2e/crash',
  'client/cli/wall',
  'e2e/plan-crash',
  'gateway/reconciliation',
  'worker/extract/papers',
  'gateway/embedded/hostile-thousands',
  'modules/display/trmnl/outage',
  'shared/http/connections',
  'image/image',
  'box/backup/backup',
  'worker/extract/abuse',
  'worker/extract/shown-pages',
  'box/box',
  'shared/db/notify',
  'e2e/billing',
  'client/panel/panel',
  'gateway/embedded/listeners',
  'worker/extract/asset',
  'e2e/llm',
  'modules/display/trmnl/power-cuts',
  'gateway/embedded/hostile',
  'modules/display/browser/chromium',
  'gateway/several-gateways',
  'modules/library/analyses/killed',
  'worker/extract/posters',
  'worker/threads/thread-pool',
  'box/postgres',
  'gateway/simulator/sleeping',
  'modules/display/trmnl/proof',
  'modules/library/entitlements/killed',
  'worker/layout/linear-time',
  'arch/boundaries',
  'modules/library/analyses/fairness',
  'modules/mcp/tools',
  'client/package',
].map((name) => `test/${name}.test.ts`);

const root = join(import.meta.dirname, '../..');
for (const file of SLOWEST)
  if (!existsSync(join(root, file)))
    throw new Error(`${file} of ${import.meta.filename} is no test file any more.`);

const places = new Map(SLOWEST.map((file, place) => [join(root, file), place]));
const placeOf = (file: string) => places.get(file) ?? SLOWEST.length;

/** Compares the paths of two test files to sort them by slowness. */
export function slowestFirst(one: string, other: string): number {
  return placeOf(one) - placeOf(other);
}
