import type pg from 'pg';
import { SECRET_CHECK_TEXT } from '#shared/db/installation.ts';
import type { Keys } from '#shared/keys.ts';

/** Whether the secret is the one that the database was set up with; null when that is not set up yet. */
export async function isSecretOfDatabase(db: pg.Client, keys: Keys): Promise<boolean | null> {
  const { rows } = await db
    .query<{ secret_check: string }>('select secret_check from platform.installation')
    .catch(() => ({ rows: [] }));
  const [row] = rows;
  return row ? keys.verify('secret-check', SECRET_CHECK_TEXT, row.secret_check) : null;
}
