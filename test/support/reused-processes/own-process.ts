import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders of tests whose files leave nothing in their process but code and fonts that are loaded. */
const SHARING = ['gateway', 'mcp', 'modules', 'shared', 'worker'];

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
  // It keeps a browser until its process ends.
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
