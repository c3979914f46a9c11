import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import pg from 'pg';
import knexConfig from '../knexfile.ts';
import type { Config } from './config.ts';
import { ADVISORY_LOCKS } from './db/advisory-locks.ts';
import { connectionConfig } from './db/connection.ts';
import { bindSecret } from './db/installation.ts';
import { type Db, openDb } from './db/open.ts';
import { installQueues } from './jobs/install.ts';
import { StartError } from './process.ts';

/**
 * Migrates the database to this version: schemas and tables, then the pg-boss schema and queues. Several callers may run
 * it at once and take turns. The lock belongs to the Postgres session, so it ends with a killed migration.
 * @throws {StartError} when the database is of a newer version
 */
export async function migrate(config: Pick<Config, 'DATABASE_URL' | 'PLACARD_SECRET'>): Promise<void> {
  const lock = new pg.Client({ ...connectionConfig(config.DATABASE_URL, 'placard-migrate'), options: '' });
  await lock.connect();
  const db = openDb(config.DATABASE_URL, 'placard-migrate', 2);
  try {
    await lock.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    await refuseNewerDatabase(db);
    await db.migrate.forceFreeMigrationsLock(knexConfig.migrations);
    await db.migrate.latest(await migrationsFrom());
    await bindSecret(db, config.PLACARD_SECRET);
    await installQueues(config.DATABASE_URL);
  } finally {
    await db.destroy();
    await lock.end();
  }
}

/** The files of the migrations of this version by their names, in the order in which they run. */
export async function knownMigrations(): Promise<Map<string, string>> {
  const files: [name: string, path: string][] = [];
  for (const folder of knexConfig.migrations.directory as string[])
    for (const name of await readdir(folder))
      if (name.endsWith('.ts')) files.push([name, join(folder, name)]);
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Carries out migrations that this version knows, in the order given, on an empty database. */
export async function migrateTo(db: Db, names: string[]): Promise<void> {
  await db.migrate.latest(await migrationsFrom(names));
}

/** The settings of knex for these migrations, by default all. Migrations cannot be undone; knex requires a `down`. */
async function migrationsFrom(names?: string[]): Promise<Knex.MigratorConfig> {
  const files = await knownMigrations();
  const { schemaName, tableName } = knexConfig.migrations;
  const down = () => Promise.reject(new Error('Migrations cannot be undone.'));
  const migrationSource: Knex.MigrationSource<string> = {
    getMigrations: async () => names ?? [...files.keys()],
    getMigrationName: (name) => name,
    getMigration: async (name) => ({ ...(await import(files.get(name) as string)), down }),
  };
  return { schemaName, tableName, migrationSource };
}

/** Names of the migrations that were carried out, the newest last; null when the database is not set up yet. */
export async function doneMigrations(
  query: (sql: string) => Promise<{ rows: object[] }>,
): Promise<string[] | null> {
  const table = "select to_regclass('public.placard_migrations') is not null as exists";
  const { rows } = await query(table);
  if (!(rows[0] as { exists: boolean }).exists) return null;
  const done = await query('select name from public.placard_migrations order by id');
  return done.rows.map((row) => (row as { name: string }).name);
}

async function refuseNewerDatabase(db: ReturnType<typeof openDb>): Promise<void> {
  const known = await knownMigrations();
  const unknown = (await doneMigrations((sql) => db.raw(sql)))?.findLast((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new StartError(
    `The database is of a newer Placard (it has ${unknown}): update to that version, or restore the backup from before the update.`,
  );
}

/** Number of migrations of this version that the database lacks. @throws {StartError} when it is of a newer version */
export async function pendingMigrations(db: ReturnType<typeof openDb>): Promise<number> {
  await refuseNewerDatabase(db);
  const [, pending] = (await db.migrate.list(await migrationsFrom())) as [unknown[], unknown[]];
  return pending.length;
}
