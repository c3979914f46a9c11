import { join } from 'node:path';
import { openCredentials } from '#client/panel/credentials.ts';
import { writeLines } from '#shared/terminal-text.ts';
import { readOptions, type SimulatorOptions, UsageError } from './options.ts';
import { runPanel } from './run-panel.ts';
import { terminalOutput } from './terminal-output.ts';
import { runTrmnlPanel } from './trmnl/run-trmnl-panel.ts';

const out = process.stdout;
let options: SimulatorOptions;
try {
  options = readOptions(process.argv.slice(2), out.isTTY);
} catch (error) {
  writeLines(out, (error as Error).message.split('\n'));
  process.exit(error instanceof UsageError && process.argv.includes('--help') ? 0 : 64);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
const output = terminalOutput(out);
const kept = await openCredentials(join(options.out, 'credentials.json'), options.server, 'sim');
const run = (index: number) =>
  options.protocol === 'trmnl'
    ? runTrmnlPanel(options, index, output, stop.signal)
    : runPanel(options, index, kept, output, stop.signal);
await Promise.all(Array.from({ length: options.count }, (_, index) => run(index)));
