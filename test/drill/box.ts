import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { readEnvironment } from '#shared/config.ts';

const root = join(import.meta.dirname, '../..');

export type Settings = Record<string, string>;

export interface Box {
  stop(): Promise<void>;
}

const environment = (settings: Settings) => ({
  PATH: readEnvironment().PATH,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  ...settings,
});

/** A box as `make run` starts it; resolves when it is ready. */
export async function startBox(settings: Settings): Promise<Box> {
  const child = spawn(process.execPath, [join(root, 'box/main.ts')], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGTERM'));
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<true>((resolve) => {
    lines.on('line', (line) => line.startsWith('placard ready') && resolve(true));
  });
  if ((await Promise.race([ready, ended])) !== true) throw new Error('The box did not start.');
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** `make backup`, `make verify-backup` or `make restore`. */
export async function runCommand(
  command: 'backup' | 'verify' | 'restore',
  settings: Settings,
): Promise<void> {
  const script = join(root, 'box/backup', `${command}-command.ts`);
  const scripts = command === 'backup' ? [join(root, 'box/with-database.ts'), script] : [script];
  await promisify(execFile)(process.execPath, scripts, { env: environment(settings) });
}
