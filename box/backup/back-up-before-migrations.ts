import type { Config } from '#shared/config.ts';
import { pendingMigrations } from '#shared/db/migrate.ts';
import { openDb } from '#shared/db/open.ts';
import { backUp } from './back-up.ts';

/**
 * Takes a backup when this version is about to change a database that has data: the way back after an update that went
 * wrong. Returns its name and place, or null when there is nothing to change or to lose.
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
