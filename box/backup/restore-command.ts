import { monotonicMs } from '#shared/clock.ts';
import { parseSettings, readEnvironment } from '#shared/config.ts';
import { printFailure, StartError } from '#shared/process.ts';
import { writeLines } from '#shared/terminal-text.ts';
import { createProgress } from './progress.ts';
import { chooseSnapshot, openRepository } from './repository.ts';
import { restoreBackup } from './restore-backup.ts';

/** `make restore FROM=folder [AT=time] [DATA_DIR=folder]`. */
try {
  const environment = readEnvironment();
  const settings = parseSettings(environment);
  if (!environment.FROM)
    throw new StartError('FROM is missing. Write: make restore FROM=/media/backups DATA_DIR=./data');
  const repository = openRepository(environment.FROM);
  const progress = createProgress(process.stderr, monotonicMs);
  const name = await chooseSnapshot(repository, environment.AT || undefined);
  const restored = restoreBackup(settings, repository, name, progress);
  const { manifest } = await restored.finally(() => progress.end());
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  writeLines(process.stdout, [
    `${name} is restored into ${settings.DATA_DIR}: ${rows} rows, ${manifest.objects.count} objects. Start it with \`make run\`.`,
  ]);
  process.exit(0);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
