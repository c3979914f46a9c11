import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders of tests whose files leave nothing in their process but code and fonts that are loaded. */
const SHARING = ['client', 'docs', 'e2e', 'gateway', 'modules', 'shared', 'worker'];

/** Files that change their process or measure it, beside them. */
const APART = [
  // nock replaces the client of HTTP.
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
  // They measure processor time, and what a process does once.
  'worker/layout/linear-time',
  'worker/threads/thread-pool',
  // They load little of the product: the processes that they start do their work.
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

/** Whether a test file must have a process to itself. */
export function needsOwnProcess(file: string, projectDir: string): boolean {
  const name = relative(projectDir, file).replace(/^test\/|\.test\.ts$/g, '');
  return !SHARING.includes(name.split('/')[0] ?? '') || APART.includes(name);
}
