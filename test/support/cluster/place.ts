import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const project = createHash('sha256')
  .update(import.meta.dirname)
  .digest('hex')
  .slice(0, 12);
/** A folder in which short-lived files are fast. */
export const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** One cluster per user and clone of the project, in memory if the machine offers that. */
export const clusterFolder = join(memory, `placard-test-${process.getuid?.() ?? 0}-${project}`);
export const keeperSocket = join(clusterFolder, 'keeper');
