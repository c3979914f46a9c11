import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#shared/process.ts';

/** A file in `DATA_DIR` for as long as a restore is under way. */
export const UNFINISHED_RESTORE = 'restore-unfinished';

/** @throws {StartError} when a restore into this folder was ended half way */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new StartError(
      `A restore into ${dataDir} was ended half way: run \`make restore\` again, which begins anew, or remove the folder.`,
    );
}
