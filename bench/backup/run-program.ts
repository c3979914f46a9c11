import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '#shared/config.ts';
import { residentBytes } from '../gateway/process-figures.ts';

const SAMPLE_MS = 20;
/** The flags in the Makefile. */
const FLAGS = {
  backup: ['--max-semi-space-size=1'],
  verify: ['--max-semi-space-size=1', '--optimize-for-size'],
  restore: ['--max-semi-space-size=1', '--optimize-for-size'],
};
const root = join(import.meta.dirname, '../..');

/** The time and memory that a program took. */
export interface ProgramRun {
  ms: number;
  /** The highest resident memory, measured every 20 ms. */
  peakBytes: number;
}

/** Runs a program to its end. @throws with its error output, when it fails */
async function runProgram(
  command: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<ProgramRun> {
  const begun = performance.now();
  const child = spawn(command, args, {
    env: {
      PATH: readEnvironment().PATH,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      // The settings in the Makefile.
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '65536',
      MALLOC_MMAP_THRESHOLD_: '65536',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errorOutput += text;
  });
  let peakBytes = 0;
  const sampling = setInterval(() => {
    try {
      peakBytes = Math.max(peakBytes, residentBytes(child.pid as number) || 0);
    } catch {
      // it ended meanwhile
    }
  }, SAMPLE_MS);
  const [code] = await once(child, 'close');
  clearInterval(sampling);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${errorOutput}`);
  return { ms: performance.now() - begun, peakBytes };
}

/** Runs a program of others with the priority of a backup. */
export function runPeer(command: string, ...args: string[]): Promise<ProgramRun> {
  return runProgram('nice', ['-n', String(constants.priority.PRIORITY_LOW), command, ...args]);
}

/** Runs programs one after the other and adds up their times. */
export async function runAll(...steps: (() => Promise<ProgramRun>)[]): Promise<ProgramRun> {
  const all = { ms: 0, peakBytes: 0 };
  for (const step of steps) {
    const { ms, peakBytes } = await step();
    all.ms += ms;
    all.peakBytes = Math.max(all.peakBytes, peakBytes);
  }
  return all;
}

/** `make backup`, `make verify-backup` or `make restore`. */
export function runBackupCommand(command: keyof typeof FLAGS, settings: Record<string, string>) {
  const script = join(root, 'box/backup', `${command}-command.ts`);
  return runProgram(process.execPath, [...FLAGS[command], script], settings);
}
