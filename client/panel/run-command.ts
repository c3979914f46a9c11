import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Frame, HEIGHT, pngOf, WIDTH } from './frame.ts';
import type { PanelOptions } from './panel-options.ts';
import { withTimeLimit } from './with-time-limit.ts';

/** In milliseconds. */
export interface CommandLimits {
  /** How long a command may take. */
  run: number;
  /** How long it may take to end after SIGTERM. */
  grace: number;
}

const LIMITS: CommandLimits = { run: 120_000, grace: 3_000 };
/** How much of standard error is kept to find its last line. */
const KEPT_CHARACTERS = 4_096;

/**
 * Shows frames with a shell command. Its environment has PLACARD_FRAME (the dithered frame as a PNG), PLACARD_RAW (the bytes as
 * they were sent), PLACARD_FORMAT, PLACARD_WIDTH and PLACARD_HEIGHT. Exit status 0 means that the frame is on the screen;
 * otherwise the last line of standard error is the reason. The command and its children are killed after 120 s, or when the
 * panel ends.
 */
export function runCommand(
  command: string,
  env: NodeJS.ProcessEnv,
  limits = LIMITS,
): NonNullable<PanelOptions['show']> {
  return async (frame, _command, signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'placard-frame-'));
    try {
      // A program that shows frames does not need the owner's credentials.
      const commandEnvironment = {
        ...env,
        ...(await writeFrame(folder, frame)),
        PLACARD_TOKEN: undefined,
        PLACARD_SECRET: undefined,
      };
      await withTimeLimit(limits.run, signal, (timeLimit) =>
        run(command, commandEnvironment, limits, { over: timeLimit, stop: signal }),
      );
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
  // In a process group of its own, so that its children end with it. Its output goes to standard error.
  const child = spawn(command, { shell: true, detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderrEnd = '';
  child.stdout.pipe(process.stderr, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrEnd = (stderrEnd + text).slice(-KEPT_CHARACTERS);
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
  let killTimer: NodeJS.Timeout | undefined;
  const end = () => {
    kill('SIGTERM');
    killTimer = setTimeout(() => kill('SIGKILL'), limits.grace);
  };
  over.addEventListener('abort', end, { once: true });
  if (over.aborted) end();
  const [code, endedBy] = await ended.finally(() => {
    over.removeEventListener('abort', end);
    clearTimeout(killTimer);
  });
  if (over.aborted) {
    kill('SIGKILL'); // children that it left behind
    throw new Error(stop.aborted ? 'the panel ended' : `the command took more than ${limits.run / 1000} s`);
  }
  if (code === 0) return;
  // Its last output may still be in the pipe, which its children may hold open.
  await Promise.race([once(child.stderr, 'end'), pause(500)]).catch(() => {});
  const reason = stderrEnd
    .trimEnd()
    .split(/[\r\n]+/)
    .at(-1)
    ?.trim();
  throw new Error(
    reason || (endedBy ? `the command was ended by ${endedBy}` : `the command ended with ${code}`),
  );
}
