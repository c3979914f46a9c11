/**
 * Private parts of ava for a process that runs several test files, used like in ava's own lib/worker/base.js. Ava's
 * version is exact, and reused-processes.test.ts detects a change.
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

/** The messages from ava to the process of a test file. */
export interface Options {
  file: string;
  projectDir: string;
  chalkOptions: { level: number };
  lineNumbers: number[];
  environmentVariables?: Record<string, string>;
  [other: string]: unknown;
}

/** The reports of such a process, which ava's main process passes to its reporter. */
export interface Event {
  type: string;
  [detail: string]: unknown;
}
