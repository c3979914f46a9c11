import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '#shared/process.ts';
import type { Output } from '../simulator/run-panel.ts';

const BOX = join(import.meta.dirname, '../../box/main.ts');

/** Starts a box for this demonstration. Returns null if one runs already. @throws {StartError} when it does not start */
export async function ensureBox(
  server: string,
  output: Output,
  stop: AbortSignal,
): Promise<{ stop(): Promise<void> } | null> {
  if (await isRunning(server)) return null;
  output.print(`Placard does not run at ${server}: starting it. It stops when this command ends.`);
  const child = spawn(process.execPath, [BOX], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve) => {
    // All further output is read too, because a full pipe would block the process.
    lines.on('line', (line) => line.startsWith('placard ready') && resolve());
  });
  stop.addEventListener('abort', () => child.kill('SIGTERM'));
  const up = await Promise.race([ready.then(() => true), ended.then(() => false)]);
  if (!up && !stop.aborted) throw new StartError('Placard did not start; its messages are above.');
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isRunning(server: string): Promise<boolean> {
  return fetch(`${server}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}
