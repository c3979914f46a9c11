import { type ChildProcess, spawn } from 'node:child_process';
import { confinement } from './confinement.ts';

export interface ChildLimits {
  /** Seconds of processor time, after which the kernel ends it. */
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
const LIMIT_THEN_RUN = 'ulimit -S -t "$1"; ulimit -v "$2" 2>/dev/null; ulimit -c 0; shift 2; exec "$@"';

const ENVIRONMENT = {
  ...{ MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1', TZ: 'UTC' },
  // pdf.js loads the canvas package by itself: the machine's fonts would draw its pages and fill its address space.
  DISABLE_SYSTEM_FONTS_LOAD: '1',
};

/**
 * Starts the child with nothing to steal and little to do: no environment, no files but its own code and packages to
 * read, none to write, no processes or threads to start, no network where the system can take it away. WebAssembly
 * without trap handlers, because those reserve gigabytes of address space for each memory. `program` is what Node is
 * told to run, with paths relative to the project; `environment` is all else that it is told.
 */
export function spawnChild(
  { cpuSeconds, addressSpaceKib, heapMib }: ChildLimits,
  program: string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const { wrapper, folder } = confinement();
  const node = [
    ...wrapper,
    process.execPath,
    `--max-old-space-size=${heapMib}`,
    '--disable-wasm-trap-handler',
    '--permission',
    '--allow-addons',
    `--allow-fs-read=${folder}worker/`,
    `--allow-fs-read=${folder}node_modules/`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...program,
  ];
  const limits = [String(cpuSeconds), String(addressSpaceKib)];
  return spawn('/bin/sh', ['-c', LIMIT_THEN_RUN, 'sh', ...limits, ...node], {
    cwd: folder,
    env: { ...ENVIRONMENT, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
