import { join } from 'node:path';
import { printFailure } from '#shared/process.ts';
import { writeLines } from '#shared/terminal-text.ts';
import { runBox } from './box.ts';

const root = join(import.meta.dirname, '..');
const plans = [
  // The same flags as in the Makefile, which explains them.
  { name: 'api', script: join(root, 'modules/main.ts'), flags: ['--max-semi-space-size=8'] },
  { name: 'gateway', script: join(root, 'gateway/main.ts'), flags: ['--max-semi-space-size=8'] },
  { name: 'worker', script: join(root, 'worker/main.ts'), flags: ['--max-semi-space-size=4'] },
];

try {
  await runBox(plans, (line) => writeLines(process.stdout, [line]));
  process.exit(0);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
