import { spawnSync } from 'node:child_process';

/**
 * The module boundaries of `.dependency-cruiser.cjs`. A cruise that finds no modules reports no violations either (it
 * does so with a TypeScript that it does not know), so the number of modules is checked too.
 */
const FEWEST_MODULES = 60;
const FOLDERS = ['modules', 'gateway', 'worker', 'shared'];

interface Cruise {
  summary: {
    totalCruised: number;
    violations: { from: string; to: string; rule: { name: string; severity: string } }[];
  };
}

const { stdout, stderr, error } = spawnSync(
  'depcruise',
  ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...FOLDERS],
  { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
);
if (error || !stdout) {
  process.stderr.write(`${error?.message ?? stderr}\n`);
  process.exit(1);
}
const { totalCruised, violations } = (JSON.parse(stdout) as Cruise).summary;
const broken = violations.filter(({ rule }) => rule.severity === 'error');
for (const { rule, from, to } of broken) process.stderr.write(`${rule.name}: ${from} -> ${to}\n`);
if (totalCruised < FEWEST_MODULES) {
  process.stderr.write(`Only ${totalCruised} modules were looked at; expected at least ${FEWEST_MODULES}.\n`);
}
process.exit(broken.length > 0 || totalCruised < FEWEST_MODULES ? 1 : 0);
