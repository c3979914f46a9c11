import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Frame, HEIGHT, pngOf, WIDTH } from './frame.ts';
import type { PanelOptions } from './panel.ts';
import { withLimit } from './with-limit.ts';

/** In milliseconds. */
export interface CommandLimits {
  /** How long a command may take. */
  run: number;
  /** How long it may take to end once it was asked to. */
  grace: number;
}

const LIMITS: CommandLimits = { run: 120_000, grace: 3_000 };
/** What is kept of standard error, to find its last line in. */
const KEPT_CHARACTERS = 4_096;

/**
 * Shows frames with a command of the shell, which finds them in its environment: PLACARD_FRAME (a PNG as it must look),
 * PLACARD_RAW (the bytes as they were sent), PLACARD_FORMAT, PLACARD_WIDTH and PLACARD_HEIGHT. Exit status 0 is the
 * proof that the frame is on the screen; else the last line of standard error is the reason. The command is killed, with
 * all that it started, when it takes longer than 120 s or the panel ends.
 */
export function runCommand(
  command: string,
  env: NodeJS.ProcessEnv,
  limits = LIMITS,
): NonNullable<PanelOptions['show']> {
  return async (frame, _command, signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'placard-frame-'));
    try {
      // A program that shows frames has no use for the credentials of their owner.
      const given = {
        ...env,
        ...(await writeFrame(folder, frame)),
        PLACARD_TOKEN: undefined,
        PLACARD_SECRET: undefined,
      };
      await withLimit(limits.run, signal, (over) => run(command, given, limits, { over, stop: signal }));
    } finally {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  };
}

async function writeFrame(folder: string, frame: Frame): Promise<NodeJS.ProcessEnv> {
  const paths = { png: join(folder, 'frame.png'), raw: join(folder, `frame.${frame.format}`) };
  await writeFile(paths.png, pngOf(frame));
  await writeFile(paths.raw, frame.bytes);
  return {
    PLACARD_FRAME: paths.png,
    PLACARD_RAW: paths.raw,
    PLACARD_FORMAT: frame.format,
    PLACARD_WIDTH: String(WIDTH),
    PLACARD_HEIGHT: String(HEIGHT),
  };
}

async function run(
  command: string,
  env: NodeJS.ProcessEnv,
  limits: CommandLimits,
  { over, stop }: { over: AbortSignal; stop: AbortSignal },
): Promise<void> {
  // A group of its own, so that what it started ends with it. Its output is shown as remarks, not as a result.
  const child = spawn(command, { shell: true, detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.pipe(process.stderr, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT_CHARACTERS);
  });
  const kill = (name: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      child.kill(name); // where there are no groups, or it has ended
    }
  };
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let insist: NodeJS.Timeout | undefined;
  const end = () => {
    kill('SIGTERM');
    insist = setTimeout(() => kill('SIGKILL'), limits.grace);
  };
  over.addEventListener('abort', end, { once: true });
  if (over.aborted) end();
  const [code, endedBy] = await ended.finally(() => {
    over.removeEventListener('abort', end);
    clearTimeout(insist);
  });
  if (over.aborted) {
    kill('SIGKILL'); // what it started and left behind
    throw new Error(stop.aborted ? 'the panel ended' : `the command took more than ${limits.run / 1000} s`);
  }
  if (code === 0) return;
  // What it said last may still be in the pipe, which what it left running may hold open.
  await Promise.race([once(child.stderr, 'end'), pause(500)]).catch(() => {});
  const reason = said
    .trimEnd()
    .split(/[\r\n]+/)
    .at(-1)
    ?.trim();
  throw new Error(
    reason || (endedBy ? `the command was ended by ${endedBy}` : `the command ended with ${code}`),
  );
}
