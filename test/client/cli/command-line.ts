import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { within } from '#test/support/until.ts';

const MAIN = join(import.meta.dirname, '../../../client/cli/main.ts');
const SOURCES = [process.execPath, MAIN];
const TERMINAL = join(import.meta.dirname, 'terminal.py');

/** Tests that need a pseudo-terminal, which Python opens. Where there is none they are skipped, and counted as such. */
export const terminalTest = testWith('python3', ['-c', 'import pty']);

/** `test` where a program runs with these arguments, else `test.skip`. */
export function testWith(program: string, args: string[]): typeof test | typeof test.skip {
  return spawnSync(program, args).status === 0 ? test : test.skip;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  input?: string | Uint8Array;
  /** The command, when it is not `placard` from its sources. */
  command?: string[];
  /** Ctrl-C as soon as this has been printed. */
  until?: RegExp;
  /** Answers to what appears on the terminal, in this order. */
  answers?: [shown: string, typed: string][];
}

/** A folder of settings that only this test knows. */
export async function settingsFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-cli-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `placard` with pipes for its input and output. */
export async function runPiped(
  args: string[],
  { env = {}, input, until, command = SOURCES }: RunOptions = {},
): Promise<Ended> {
  const child = spawn('env', withEnvironment(env, [...command, ...args]));
  child.stdin.on('error', () => {}); // it may end without having read
  child.stdin.end(input);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
    if (until?.test(printed)) child.kill('SIGINT');
  });
  return collect(child);
}

/** Runs `placard` in a pseudo-terminal of 100 columns and 40 rows; everything it prints is in `stdout`. */
export async function runInTerminal(
  args: string[],
  { env = {}, answers = [], command = SOURCES }: RunOptions = {},
): Promise<Ended> {
  const settings = { COLUMNS: '100', LINES: '40', TERM: 'xterm-256color', ...env };
  const child = spawn('env', withEnvironment(settings, ['python3', TERMINAL, ...command, ...args]));
  const waiting = [...answers];
  let unread = '';
  child.stdout.on('data', (chunk: Buffer) => {
    unread += chunk;
    const [next] = waiting;
    if (!next || !unread.includes(next[0])) return;
    unread = '';
    waiting.shift();
    child.stdin.write(next[1]);
  });
  return collect(child);
}

async function collect(child: ChildProcess): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk) => {
      texts[name] += chunk;
    });
  }
  const texted = () => `the end of a command; it said: ${texts.stdout}${texts.stderr}`;
  const [code] = await within(texted, once(child, 'close')).finally(() => child.kill('SIGKILL'));
  return { code, ...texts };
}

/** The command behind `env`, so that only what a test sets, and nothing of this machine's settings, holds. */
function withEnvironment(settings: NodeJS.ProcessEnv, command: string[]): string[] {
  const unset = [
    'PLACARD_URL',
    'PLACARD_TOKEN',
    'NO_COLOR',
    'COLORTERM',
    'FORCE_COLOR',
    'TMUX',
    'TERM_PROGRAM',
  ];
  return [
    ...unset.flatMap((name) => ['-u', name]),
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ...command,
  ];
}
