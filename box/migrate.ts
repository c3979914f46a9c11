import { loadConfig } from '#shared/config.ts';
import { migrate } from '#shared/db/migrate.ts';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { printFailure } from '#shared/process.ts';

try {
  await migrate(loadConfig()).catch(explainUnreachable);
  process.stdout.write('The database is up to date.\n');
} catch (error) {
  printFailure(error);
  process.exit(1);
}
