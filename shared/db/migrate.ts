import pg from 'pg';
import knexConfig from '../../knexfile.ts';
import type { Config } from '../config.ts';
import { installQueues } from '../jobs/install.ts';
import { bindSecret } from './installation.ts';
import { connectionConfig, openDb } from './open.ts';

/** Any number that differs from other advisory locks in the same database. */
const MIGRATION_LOCK = 7_405_271;

/**
 * Migrates the database to this version: schemas and tables, then the pg-boss schema and queues. Several callers may run
 * it at once and take turns. The lock belongs to the Postgres session, so it ends with a killed migration.
 */
export async function migrate(config: Pick<Config, 'DATABASE_URL' | 'PLACARD_SECRET'>): Promise<void> {
  const lock = new pg.Client({ ...connectionConfig(config.DATABASE_URL, 'placard-migrate'), options: '' });
  await lock.connect();
  const db = openDb(config.DATABASE_URL, 'placard-migrate', 2);
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await db.migrate.forceFreeMigrationsLock(knexConfig.migrations);
    await db.migrate.latest(knexConfig.migrations);
    await bindSecret(db, config.PLACARD_SECRET);
    await installQueues(config.DATABASE_URL);
  } finally {
    await db.destroy();
    await lock.end();
  }
}

/** Number of migrations of this version that the database lacks. */
export async function pendingMigrations(db: ReturnType<typeof openDb>): Promise<number> {
  const [, pending] = (await db.migrate.list(knexConfig.migrations)) as [unknown[], unknown[]];
  return pending.length;
}
