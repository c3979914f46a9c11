import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#shared/process.ts';
import { isRunning } from '../process-state.ts';

/** A file in `DATA_DIR` that exists while a restore runs. It holds the process id. */
export const UNFINISHED_RESTORE = 'restore-unfinished';

/** @throws {StartError} when a restore into this folder was interrupted */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new StartError(
      `A restore into ${dataDir} was ended half way: run \`make restore\` again, which begins anew, or remove the folder.`,
    );
}

export function markUnfinishedRestore(dataDir: string): void {
  writeFileSync(join(dataDir, UNFINISHED_RESTORE), `${process.pid}\n`, { mode: 0o600 });
}

/** Whether a restore into this folder was interrupted. @throws {StartError} while it runs */
export function hasUnfinishedRestore(dataDir: string): boolean {
  const marker = join(dataDir, UNFINISHED_RESTORE);
  if (!existsSync(marker)) return false;
  const pid = Number(readFileSync(marker, 'utf8'));
  if (pid > 0 && pid !== process.pid && isRunning(pid))
    throw new StartError(`Another restore into ${dataDir} runs at the moment.`);
  return true;
}
