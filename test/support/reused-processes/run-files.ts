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
 * The process of several test files: runs each that it is told to, as ava's lib/worker/base.js runs one, and then reports
 * `file-over`. A file is over when nothing of it keeps the process alive, which is when the process of one file would end.
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
  // Tests that are left wait for what never comes: the process ends, and they are reported as pending.
  if (!run?.finished) return run && declaresNothing(run);
  // What was rejected after the tests belongs to this file: the next one would be reported for it.
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
    // What files of tests share may declare hooks, or have state of the file that imports it.
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
  const mine: Run = {
    options,
    runner,
    finished: false,
    begin: performance.now(),
    before: process.cpuUsage(),
  };
  run = mine;
  runner.on('stateChange', ({ data }: { data: Event }) => send(data));
  runner.on('error', ({ data }: { data: Error }) => {
    sendError('internal-error', data);
    exit(1);
  });
  runner.on('finish', () => void saveSnapshots(mine).then(() => setImmediate(finish, mine)));
  declareFor(runner);
  try {
    await import(pathToFileURL(file).href);
    // From now on it is the file alone that keeps the process alive.
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

/** Ava fails no run for it, and an empty file is a mistake. */
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

function finish(mine: Run): void {
  endIfUnhandled();
  mine.finished = true;
  mine.deadline = setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(
      `${mine.options.file} was over ${DEADLINE_MS / 1000} s ago and does not end: ${open}\n`,
    );
    exit(1);
  }, DEADLINE_MS).unref();
}
