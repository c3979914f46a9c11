import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig, readEnvironment } from '#shared/config.ts';
import { printFailure } from '#shared/process.ts';
import { writeLines } from '#shared/terminal-text.ts';
import { backUp } from './back-up.ts';
import { openRepository } from './repository.ts';

/** `make backup [TO=folder]`, under with-database.ts. */
try {
  setPriority(constants.priority.PRIORITY_LOW); // pushes go on meanwhile
  const environment = readEnvironment();
  const config = loadConfig(environment);
  const { name, manifest, copied, removed, folder } = await backUp(config, environment.TO || undefined);
  const { count, objectBytes } = manifest.objects;
  writeLines(process.stdout, [
    `${name} is in ${folder}: ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${count} objects (${(objectBytes / 1e6).toFixed(1)} MB), ${copied} of them new.`,
    ...manifest.missing.map((key) => `The store has lost or damaged ${key}, which is not in the backup.`),
    ...(removed.length > 0 ? [`Removed, by BACKUP_KEEP: ${removed.join(', ')}`] : []),
    ...(isInside(config, folder) ? ['It lies in DATA_DIR: copy it to another disk, or set BACKUP_DIR.'] : []),
  ]);
  process.exit(0);
} catch (error) {
  printFailure(error);
  process.exit(1);
}

function isInside({ DATA_DIR }: Config, folder: string): boolean {
  return openRepository(folder).folder.startsWith(join(DATA_DIR, '/'));
}
