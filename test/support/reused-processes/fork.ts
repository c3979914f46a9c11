// @ts-expect-error has no types
import forkOnce from '../../../node_modules/ava/lib/fork.js';
import type { Event, Options } from './ava-parts.ts';
import { needsOwnProcess } from './own-process.ts';
import { type Listener, TestProcess } from './process.ts';

/**
 * After this number of files a process is replaced, so that the memory left by its files stays below 600 MB. A
 * process that has run many files runs the next one a tenth faster, because the product's code is loaded and
 * optimized.
 */
const MAX_FILES = 60;

const idle: TestProcess[] = [];

/**
 * Ava's `lib/fork.js` for processes that run several test files: it starts a process only if none is idle. To start
 * one and load the product takes as long as the tests of a typical file.
 */
export default function forkTestFile(file: string, given: Options, execArgv = process.execArgv) {
  const options = { baseDir: process.cwd(), ...given, file };
  if (needsOwnProcess(file, options.projectDir)) return forkOnce(file, given, execArgv);
  const testProcess = takeIdle() ?? new TestProcess(options, execArgv);
  const listeners = new Set<Listener>();
  const notify = (event: Event) => {
    for (const listener of listeners) listener(Object.assign(event, { testFile: file }));
  };
  const promise = testProcess.run(options, notify).then(() => {
    if (testProcess.files < MAX_FILES) idle.push(testProcess);
    else testProcess.end();
  });
  return {
    file,
    promise,
    exit: () => testProcess.kill(),
    notifyOfPeerFailure: () => testProcess.interrupt(),
    /** The tests use no shared workers of ava. */
    onConnectSharedWorker: () => () => {},
    onStateChange(listener: Listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function takeIdle(): TestProcess | undefined {
  for (let found = idle.pop(); found; found = idle.pop()) if (found.alive) return found;
  return undefined;
}
