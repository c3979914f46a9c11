import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '#shared/process.ts';

/**
 * Migrates the database in a process of its own, after a backup where one is needed: the packages that only migrations
 * use would keep 15 MB of the box, which runs for months. Returns the lines that it printed.
 * @throws {StartError} with the reason in its own words
 */
export async function migrateInChildProcess(
  environment: Record<string, string | undefined>,
): Promise<string[]> {
  // In its own session: Ctrl-C in a terminal does not end a migration halfway.
  const child = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, 'migrate.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'close');
  const [printed, errorOutput] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await ended;
  if (code !== 0) throw new StartError(errorOutput.trim() || `The migration was ended by ${signal ?? code}.`);
  return printed.trim().split('\n');
}
