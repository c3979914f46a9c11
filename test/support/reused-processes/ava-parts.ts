/**
 * The private parts of ava that a process for several test files is made of, as ava's own lib/worker/base.js uses them. Its
 * version is exact, and reused-processes.test.ts notices a change.
 */
// @ts-expect-error has no types
export { set as setChalk } from '../../../node_modules/ava/lib/chalk.js';
// @ts-expect-error has no types
export { controlFlow } from '../../../node_modules/ava/lib/ipc-flow-control.js';
// @ts-expect-error has no types
export { default as Runner } from '../../../node_modules/ava/lib/runner.js';
// @ts-expect-error has no types
export { default as serializeError } from '../../../node_modules/ava/lib/serialize-error.js';
// @ts-expect-error has no types
export { default as lineNumberSelection } from '../../../node_modules/ava/lib/worker/line-numbers.js';

/** What ava tells the process of a test file. */
export interface Options {
  file: string;
  projectDir: string;
  chalkOptions: { level: number };
  lineNumbers: number[];
  environmentVariables?: Record<string, string>;
  [other: string]: unknown;
}

/** What such a process reports, and ava's main process sends on to its reporter. */
export interface Event {
  type: string;
  [detail: string]: unknown;
}
