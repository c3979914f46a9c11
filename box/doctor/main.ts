import { parseArgs } from 'node:util';
import { readEnvironment } from '#shared/config.ts';
import { printFailure } from '#shared/process.ts';
import { terminalJson, writeLines } from '#shared/terminal-text.ts';
import { checks } from './checks.ts';
import { examine, exitCode } from './examine.ts';
import { printReport } from './print-report.ts';
import { openProbes } from './probes.ts';

/** `make doctor [ARGS="--json --all"]`. Exits with 0 when all is well, 1 with warnings, 2 with failures. */
try {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, all: { type: 'boolean' } } });
  const probes = await openProbes({ environment: readEnvironment(), all: values.all ?? false });
  const report = await examine(checks, probes).finally(() => probes.close());
  if (values.json) process.stdout.write(`${terminalJson(JSON.stringify(report, null, 2))}\n`);
  else writeLines(process.stdout, printReport(report));
  process.exitCode = exitCode(report);
} catch (error) {
  printFailure(error);
  process.exitCode = 2;
}
