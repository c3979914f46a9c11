import type { Db } from '#shared/db/open.ts';
import { until } from './until.ts';

/**
 * Starts `work` while a user is locked, like by the deletion of an account, and returns its result. The deletion
 * locks the user first and then rows of the user: work that locks such a row first would deadlock with it. @throws
 * when `work` does not wait for the user, or locks the row meanwhile
 */
export async function whileUserIsLocked<T>(
  db: Db,
  userId: string,
  row: { table: string; id: string },
  work: () => Promise<T>,
): Promise<T> {
  const deletion = await db.transaction();
  try {
    await deletion('identity.users').where({ id: userId }).forUpdate().first('id');
    const { rows } = await deletion.raw('select pg_backend_pid() as pid');
    let ended = false;
    const working = work().finally(() => {
      ended = true;
    });
    working.catch(() => {}); // the caller gets it
    const blocked = () => db('pg_stat_activity').whereRaw('? = any (pg_blocking_pids(pid))', [rows[0].pid]);
    await until('a statement that waits for the user', async () => {
      if (ended) throw new Error('it did not wait for the user');
      return (await blocked()).length > 0;
    });
    await deletion(row.table).where({ id: row.id }).forUpdate().noWait().first('id');
    await deletion.commit();
    return await working;
  } finally {
    if (!deletion.isCompleted()) await deletion.rollback();
  }
}
