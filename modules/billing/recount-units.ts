import { type Db, userWasDeleted } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { Quota } from './billing.ts';
import { Counter } from './models/counter.ts';

export interface CounterCorrection {
  userId: string;
  quota: Quota;
  windowStart: Date;
  /** Null if there was no counter. */
  from: number | null;
  to: number;
}

type Key = Pick<CounterCorrection, 'userId' | 'quota' | 'windowStart'>;

/** Movements and counters change in one transaction, so one snapshot shows which counters are wrong. */
const WRONG_COUNTERS = `
  select user_id as "userId", quota, window_start as "windowStart"
  from billing.counters
  full join (
    select user_id, quota, window_start, sum(units) as total
    from billing.movements group by user_id, quota, window_start
  ) as moved using (user_id, quota, window_start)
  where coalesce(used, 0) <> coalesce(total, 0)
  order by user_id, quota, window_start`;

/** Corrects counters that are not the sum of their movements. Units may be reserved and returned meanwhile. */
export async function recountUnits(db: Db): Promise<CounterCorrection[]> {
  const { rows } = await db.raw<{ rows: Key[] }>(WRONG_COUNTERS);
  const corrections: CounterCorrection[] = [];
  for (const key of rows) {
    const correction = await recount(db, key);
    if (correction) corrections.push(correction);
  }
  return corrections;
}

async function recount(db: Db, key: Key): Promise<CounterCorrection | null> {
  const { userId, quota, windowStart } = key;
  const row = { user_id: userId, quota, window_start: windowStart };
  try {
    return await inTransaction(db, async (trx) => {
      const [made] = await trx('billing.counters')
        .insert({ ...row, used: 0 })
        .onConflict(['user_id', 'quota', 'window_start'])
        .ignore()
        .returning('used');
      const { used } = await Counter.query(trx).findOne(row).forUpdate().throwIfNotFound();
      // Transactions that changed the counter have committed and others wait, so these are all its movements.
      const [sum] = await trx('billing.movements').where(row).sum({ total: 'units' });
      const correctUnits = Number(sum?.total ?? 0);
      if (used === correctUnits && !made) return null;
      await Counter.query(trx).where(row).patch({ used: correctUnits });
      return { ...key, from: made ? null : used, to: correctUnits };
    });
  } catch (error) {
    if (userWasDeleted(error)) return null; // the account was deleted meanwhile
    throw error;
  }
}
