import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { registerCompletionHandler } from 'ava';
import { DEADLINE_MS } from './until.ts';

/**
 * Loaded by ava in the process of each test file. Ends a process that does not end after its tests, for example
 * because a failed test left a server open, and prints the reason. Otherwise it would occupy its place among the
 * concurrent files for the whole run.
 */
registerCompletionHandler(() => {
  const limit = setTimeout(() => {
    const file = relative(process.cwd(), fileURLToPath(test.meta.file));
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`${file} was over ${DEADLINE_MS / 1000} s ago and does not end: ${open}\n`);
    process.exit(1);
  }, DEADLINE_MS);
  limit.unref();
});
