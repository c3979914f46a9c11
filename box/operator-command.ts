import { type Clock, systemClock } from '#shared/clock.ts';
import { type Config, loadConfig, readEnvironment } from '#shared/config.ts';
import { checkSecret } from '#shared/db/installation.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { createKeys, type Keys } from '#shared/keys.ts';
import { pendingMigrations } from '#shared/migrate.ts';
import { printFailure, StartError } from '#shared/process.ts';
import { writeLines } from '#shared/terminal-text.ts';

export interface OperatorContext {
  clock: Clock;
  config: Config;
  db: Db;
  keys: Keys;
  /** The value of `NAME=…` on the command line. @throws {StartError} that shows how to give it */
  argument(name: string, example: string): string;
  /** The value of `NAME=…` on the command line; null when it is not there. */
  optional(name: string): string | null;
}

async function checkDatabase(db: Db, { PLACARD_SECRET }: Config): Promise<void> {
  if ((await pendingMigrations(db)) > 0)
    throw new StartError('The database is not up to date: run `make migrate` first.');
  await checkSecret(db, PLACARD_SECRET);
}

/** Runs a command of the operator, prints the lines that it returns, and exits. */
export async function runOperatorCommand(
  command: (context: OperatorContext) => Promise<string | string[]>,
): Promise<void> {
  try {
    const environment = readEnvironment();
    const config = loadConfig(environment);
    const db = openDb(config.DATABASE_URL, 'placard-operator', 2);
    try {
      await checkDatabase(db, config).catch(explainUnreachable);
      const argument = (name: string, example: string) => {
        const value = environment[name];
        if (!value) throw new StartError(`${name} is missing. Write: ${example}`);
        return value;
      };
      const lines = await command({
        clock: systemClock,
        config,
        db,
        keys: createKeys(config.PLACARD_SECRET),
        argument,
        optional: (name) => environment[name] || null,
      }).catch(explainUnreachable);
      writeLines(process.stdout, [lines].flat());
    } finally {
      await db.destroy();
    }
  } catch (error) {
    printFailure(error);
    process.exit(1);
  }
}
