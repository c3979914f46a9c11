import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { parseSettings, readEnvironment } from '#shared/config.ts';
import { printFailure, StartError } from '#shared/process.ts';
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts';
import { startOrJoinPostgres } from './postgres.ts';
import { hasDatabase } from './postgres-folder.ts';
import { ensureSecret, keptSecret } from './secret.ts';

/**
 * `with-database.ts <script>` runs a script that needs the database: that of DATABASE_URL, or the embedded one, which is
 * started unless `make run` runs it. With `--create` before the script, a missing embedded database is created.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { create: { type: 'boolean' } },
    allowPositionals: true,
  });
  const environment = readEnvironment();
  const settings = parseSettings(environment);
  refuseUnfinishedRestore(settings.DATA_DIR);
  if (!settings.DATABASE_URL && !values.create && !hasDatabase(settings.DATA_DIR))
    throw new StartError(
      `There is no database in ${settings.DATA_DIR}: DATA_DIR says where it is, and \`make run\` makes one.`,
    );
  const storedSecret = settings.DATABASE_URL ? keptSecret : ensureSecret;
  const secret = settings.PLACARD_SECRET ?? storedSecret(settings.DATA_DIR);
  const postgres = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, stop: async () => {} }
    : await startOrJoinPostgres({ dataDir: settings.DATA_DIR });
  // The script receives Ctrl-C too. This process waits for its end, and then stops the database.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  try {
    const child = spawn(process.execPath, [...process.execArgv, ...positionals], {
      stdio: 'inherit',
      env: { ...environment, DATABASE_URL: postgres.url, PLACARD_SECRET: secret },
    });
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    await postgres.stop();
  }
}

try {
  process.exit(await main());
} catch (error) {
  printFailure(error);
  process.exit(1);
}
