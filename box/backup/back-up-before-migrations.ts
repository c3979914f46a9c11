import type { Config } from '#shared/config.ts';
import { openDb } from '#shared/db/open.ts';
import { pendingMigrations } from '#shared/migrate.ts';
import { backUp } from './back-up.ts';

/**
 * Takes a backup before this version changes a database that has data, so that a failed update can be undone. Returns its
 * name and folder; null when there is no migration to run, or no data.
 */
export async function backUpBeforeMigrations(
  config: Config,
): Promise<{ name: string; folder: string } | null> {
  const db = openDb(config.DATABASE_URL, 'placard-migrate', 1);
  try {
    const { rows } = await db.raw(
      "select to_regclass('identity.users') as users, to_regclass('pgboss.version') as queue",
    );
    if (!rows[0].users || !rows[0].queue || !(await db('identity.users').first('id'))) return null;
    if ((await pendingMigrations(db)) === 0) return null;
  } finally {
    await db.destroy();
  }
  const { name, folder } = await backUp(config);
  return { name, folder };
}
