import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { registerCompletionHandler } from 'ava';
import { DEADLINE_MS } from './until.ts';

/**
 * Loaded by ava in the process of each test file: ends one that something keeps alive after its tests, such as a server that
 * a failed test left open, with a word. It would hold its place among the files that run at once for the whole run.
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
