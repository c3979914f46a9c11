import { loadConfig } from '#shared/config.ts';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { migrate } from '#shared/migrate.ts';
import { printFailure } from '#shared/process.ts';
import { writeLines } from '#shared/terminal-text.ts';
import { backUpBeforeMigrations } from './backup/back-up-before-migrations.ts';

try {
  const config = loadConfig();
  const backup = await backUpBeforeMigrations(config).catch(explainUnreachable);
  if (backup)
    writeLines(process.stdout, [`The backup ${backup.name} was taken into ${backup.folder} before.`]);
  await migrate(config).catch(explainUnreachable);
  process.stdout.write('The database is up to date.\n');
} catch (error) {
  printFailure(error);
  process.exit(1);
}
