import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders whose test files leave only loaded code and fonts in their process. */
const SHARING = ['client', 'docs', 'e2e', 'gateway', 'modules', 'shared', 'worker'];

/** Other files that change or measure their process. */
const APART = [
  // nock replaces the HTTP client.
  'modules/billing/stripe/attempts',
  'modules/billing/stripe/client',
  'modules/library/planners/fallback',
  'modules/library/planners/llm-failures',
  'modules/library/planners/llm-injection',
  'modules/library/planners/llm-plans',
  // They measure the memory of their process.
  'modules/library/links/fetch-link',
  'worker/extract/abuse',
  'worker/imaging/decode',
  'worker/imaging/hostile-images',
  // They measure processor time, or work that a process does only once.
  'worker/layout/linear-time',
  'worker/threads/thread-pool',
  // They load little of the product, because the processes that they start do the work.
  'e2e/billing',
  'e2e/crash',
  'e2e/llm',
  'e2e/plan-crash',
  'e2e/push-crash',
  // They keep a browser until their process ends.
  'client/browser',
  'modules/display/browser/chromium',
];

for (const name of APART)
  if (!existsSync(join(import.meta.dirname, '../..', `${name}.test.ts`)))
    throw new Error(`test/${name}.test.ts of ${import.meta.filename} is no test file any more.`);

/** Whether a test file needs its own process. */
export function needsOwnProcess(file: string, projectDir: string): boolean {
  const name = relative(projectDir, file).replace(/^test\/|\.test\.ts$/g, '');
  return !SHARING.includes(name.split('/')[0] ?? '') || APART.includes(name);
}
