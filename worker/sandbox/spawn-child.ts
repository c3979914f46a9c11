import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { confinement, PROGRAMS, projectFolder } from './confinement.ts';
import { SandboxFailedError } from './errors.ts';
import type { TaskName } from './tasks.ts';

export interface ChildLimits {
  /** Seconds of processor time, after which the kernel kills it. */
  cpuSeconds: number;
  /** Kibibytes of address space, libraries and reservations included (about 1.2 GB before anything is done). */
  addressSpaceKib: number;
  /** Mebibytes of JavaScript heap. */
  heapMib: number;
}

/**
 * A limit that the system does not know (macOS has no address-space limit) is left out: the heap limit, the
 * processor time and the parent's clock still hold.
 */
const RUN_WITH_LIMITS = 'ulimit -S -t "$1"; ulimit -v "$2" 2>/dev/null; ulimit -c 0; shift 2; exec "$@"';

/**
 * A child lives for about a second. Without these, Node spends a fifth of that on collecting little garbage again and again
 * while the heap grows, and on optimizing WebAssembly that runs for a moment. What runs for long is optimized all the same.
 */
const SHORT_PROCESS_OPTIONS = [
  '--min-semi-space-size=16',
  '--initial-old-space-size=64',
  '--wasm-tiering-budget=200000000',
];

const ENVIRONMENT = {
  ...{ MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1', TZ: 'UTC' },
  // pdf.js loads the canvas package by itself: the machine's fonts would draw its pages and fill its address space.
  DISABLE_SYSTEM_FONTS_LOAD: '1',
};

/** The program of a task, for `spawnChild`. `make` bundles it: worker/sandbox/build.ts. */
export function programOf(task: TaskName): string {
  return `${PROGRAMS}/${task}.mjs`;
}

/**
 * Starts the child with few permissions: no environment, the bundled programs and the packages as the only readable files, no writable
 * files, no child processes or threads, and no network if the system can disable it. WebAssembly has no trap handlers, which
 * reserve gigabytes of address space for each memory. `program` is the arguments of Node, with paths relative to the project;
 * `environment` is its whole environment.
 * @throws {SandboxFailedError} when the programs were not bundled. Without their folder the strongest confinement would fail its
 * trial, and a weaker one would be used.
 */
export function spawnChild(
  { cpuSeconds, addressSpaceKib, heapMib }: ChildLimits,
  program: string[],
  environment: Record<string, string> = {},
): ChildProcess {
  if (!existsSync(join(projectFolder, PROGRAMS)))
    throw new SandboxFailedError(`${PROGRAMS} is missing: run \`make prepare\``);
  const { wrapper, folder } = confinement();
  const node = [
    ...wrapper,
    process.execPath,
    `--max-old-space-size=${heapMib}`,
    ...SHORT_PROCESS_OPTIONS,
    '--disable-wasm-trap-handler',
    '--permission',
    '--allow-addons',
    `--allow-fs-read=${folder}${PROGRAMS}/`,
    `--allow-fs-read=${folder}node_modules/`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...program,
  ];
  const limits = [String(cpuSeconds), String(addressSpaceKib)];
  return spawn('/bin/sh', ['-c', RUN_WITH_LIMITS, 'sh', ...limits, ...node], {
    cwd: folder,
    env: { ...ENVIRONMENT, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
