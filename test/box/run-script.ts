import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ExecutionContext } from 'ava';
import { memory } from '#test/support/cluster/place.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { until, within } from '#test/support/until.ts';
import { isRunning } from '../../box/process-state.ts';

export const NOBODY = 65534;
export const isRoot = process.getuid?.() === 0;
/** Whether another user can read this clone of the project at all: below a private /root it cannot. */
export const othersCanRun =
  isRoot && spawnSync(process.execPath, [import.meta.filename], { uid: NOBODY, gid: NOBODY }).status === 0;

export interface Script {
  child: ChildProcessByStdio<null, Readable, Readable>;
  stdout(): string;
  stderr(): string;
  /** Resolves with the match once standard output has one; rejects with everything said when the script ends first. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface ScriptOptions {
  settings?: Record<string, string>;
  uid?: number;
}

/** A fixture of this folder as a process of its own, with these settings and nothing else in its environment. */
export function runScript(
  t: ExecutionContext,
  name: string,
  args: string[],
  { settings = {}, uid }: ScriptOptions = {},
): Script {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', `${name}.ts`), ...args], {
    env: {
      PATH: '/usr/bin:/bin',
      ...COMPILE_CACHE,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  t.teardown(() => child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    child,
    stdout: () => out,
    stderr: () => err,
    ended,
    says(pattern) {
      const saying = new Promise<RegExpMatchArray>((resolve, reject) => {
        const look = () => {
          const match = out.match(pattern);
          if (match) resolve(match);
        };
        look();
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(`Ended without saying ${pattern}: ${out}${err}`)));
      });
      return within(() => `${pattern}; it said: ${out}${err}`, saying);
    },
  };
}

/** An empty folder that is removed with whatever still runs on it. */
export function makeFolder(t: ExecutionContext, owner?: number): string {
  const folder = mkdtempSync(join(memory, 'placard-box-'));
  if (owner !== undefined) chownSync(folder, owner, owner);
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Resolves when the process is gone. */
export async function hasEnded(pid: number): Promise<void> {
  await until('a process to be gone', () => !isRunning(pid), { everyMs: 10 });
}
