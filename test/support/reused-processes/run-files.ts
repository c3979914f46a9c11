import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { recordTime } from '../slowest-files.ts';
import { DEADLINE_MS } from '../until.ts';
import {
  controlFlow,
  type Event,
  lineNumberSelection,
  type Options,
  Runner,
  serializeError,
  setChalk,
} from './ava-parts.ts';
import { declareFor } from './declare-test.ts';

/**
 * The process of several test files. Runs each file that it gets, like ava's lib/worker/base.js, and then reports
 * `file-over`. A file is over when nothing of it would keep a process alive.
 */
interface Run {
  options: Options;
  runner: {
    interrupt(): void;
    nextTaskIndex: number;
    saveSnapshotState(): Promise<{ touchedFiles?: unknown }>;
  };
  finished: boolean;
  begin: number;
  before: NodeJS.CpuUsage;
  deadline?: NodeJS.Timeout;
}
let run: Run | undefined;

const buffered = controlFlow(process);
const send = (event: Event) => buffered({ ava: event });
const sendError = (type: string, error: unknown) =>
  send({ type, err: serializeError(error, { testFile: run?.options.file }) });

const exit = process.exit;
process.exit = (code) => {
  send({ type: 'process-exit', stack: new Error('Unexpected process.exit()').stack });
  return exit(code);
};

const unhandled = new Map<Promise<unknown>, unknown>();
process.on('unhandledRejection', (reason, promise) => unhandled.set(promise, reason));
process.on('rejectionHandled', (promise) => unhandled.delete(promise));
process.on('uncaughtException', (error) => {
  sendError('uncaught-exception', error);
  exit(1);
});
process.on('disconnect', () => exit());
process.on('message', (message: { run?: Options; interrupt?: true }) => {
  if (message.run) void start(message.run);
  if (message.interrupt) run?.runner.interrupt();
});
process.on('beforeExit', () => {
  // The remaining tests wait for events that never come: the process ends, and they are reported as pending.
  if (!run?.finished) return run && declaresNothing(run);
  // Promises that were rejected after the tests belong to this file and must not be reported for the next one.
  endIfUnhandled();
  clearTimeout(run.deadline);
  recordTime(run.options.file, (performance.now() - run.begin) / 1000, process.cpuUsage(run.before));
  run = undefined;
  process.channel?.ref();
  send({ type: 'file-over' });
});

let ownCopies = '';
let testFolder = '';
const support = new URL('../', import.meta.url).href;
const declareTest = new URL('declare-test.ts', import.meta.url).href;
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'ava') return { url: declareTest, shortCircuit: true };
    const found = next(specifier, context);
    const { url } = found;
    // Modules that test files share may declare hooks, or hold state of the importing file.
    const perFile = url.startsWith(testFolder) && !url.startsWith(support) && !url.endsWith('.test.ts');
    return perFile ? { ...found, url: `${url}?of=${ownCopies}` } : found;
  },
});

async function start(options: Options): Promise<void> {
  const { file, projectDir, chalkOptions } = options;
  if (testFolder === '') {
    setChalk(chalkOptions);
    testFolder = pathToFileURL(`${projectDir}/test/`).href;
  }
  ownCopies = encodeURIComponent(pathToFileURL(file).href.slice(testFolder.length));
  const runner = new Runner({ ...options, checkSelectedByLineNumbers: selectLines(options) });
  const current: Run = {
    options,
    runner,
    finished: false,
    begin: performance.now(),
    before: process.cpuUsage(),
  };
  run = current;
  runner.on('stateChange', ({ data }: { data: Event }) => send(data));
  runner.on('error', ({ data }: { data: Error }) => {
    sendError('internal-error', data);
    exit(1);
  });
  runner.on('finish', () => void saveSnapshots(current).then(() => setImmediate(finish, current)));
  declareFor(runner);
  try {
    await import(pathToFileURL(file).href);
    // From now on only the file keeps the process alive.
    process.channel?.unref();
  } catch (error) {
    sendError('uncaught-exception', error);
    exit(1);
  }
}

function selectLines({ file, lineNumbers }: Options): () => boolean {
  try {
    return lineNumberSelection({ file, lineNumbers });
  } catch (error) {
    send({ type: 'line-number-selection-error', err: serializeError(error) });
    return () => false;
  }
}

/** Ava does not fail a run for an empty file, which is a mistake. */
function declaresNothing({ runner, options }: Run): void {
  if (runner.nextTaskIndex > 0) return;
  process.stderr.write(`${options.file} declares no tests.\n`);
  exit(1);
}

async function saveSnapshots({ runner }: Run): Promise<void> {
  const { touchedFiles } = await runner.saveSnapshotState();
  if (touchedFiles) send({ type: 'touched-files', files: touchedFiles });
}

function endIfUnhandled(): void {
  for (const reason of unhandled.values()) sendError('unhandled-rejection', reason);
  if (unhandled.size > 0) exit(1);
}

function finish(current: Run): void {
  endIfUnhandled();
  current.finished = true;
  current.deadline = setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(
      `${current.options.file} was over ${DEADLINE_MS / 1000} s ago and does not end: ${open}\n`,
    );
    exit(1);
  }, DEADLINE_MS).unref();
}
